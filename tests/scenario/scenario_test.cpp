#include "scenario/scenario.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <numeric>

#include "base/id.h"
#include "scenario/parsing.h"
#include "sort/algorithms.h"

namespace gpubuck::scenario {
namespace {

using namespace test;

const std::string kEquilibrium = GPUBUCK_SOURCE_DIR "/assets/scenarios/equilibrium.toml";

TEST(Scenario, Equilibrium_IsTheFluidOfTheChecks) {
  const Scenario scenario = loadScenario(kEquilibrium);
  const dpd::Fluid& fluid = scenario.fluid;
  EXPECT_EQ(scenario.name, "equilibrium");
  EXPECT_EQ(fluid.box.size, glm::dvec3(12.0));
  EXPECT_EQ(fluid.box.dimensions, 3);
  for (int axis = 0; axis < 3; ++axis) EXPECT_TRUE(fluid.box.isPeriodic(axis));
  EXPECT_EQ(particleCount(scenario), 5184);
  EXPECT_EQ(fluid.kT, 1.0);
  EXPECT_EQ(fluid.dt, 0.01);
  EXPECT_EQ(fluid.seed, 1u);
  EXPECT_EQ(fluid.noise, dpd::NoiseKind::Karpinski);
  ASSERT_EQ(fluid.species.size(), 1u);
  EXPECT_EQ(fluid.pair(0, 0).a, 25.0);
  EXPECT_EQ(fluid.pair(0, 0).gamma, 4.5);
  EXPECT_EQ(fluid.pair(0, 0).sigma(fluid.kT), 3.0);
  EXPECT_EQ(scenario.step.mode, dpd::SortMode::Resort);
  EXPECT_EQ(scenario.initial.kind, InitialKind::Random);
}

TEST(Scenario, Equilibrium_StatesTheDefaults) {
  // Only the size of the box has no default. The file may choose the species' name and colour, and
  // the scenario's name and description.
  Scenario written = loadScenario(kEquilibrium);
  Scenario minimal = parse("[box]\nsize = [12, 12, 12]\n");
  written.name = minimal.name = "same";
  written.description = "";
  written.fluid.species[0].name = minimal.fluid.species[0].name;
  written.fluid.species[0].colour = "";
  EXPECT_EQ(toToml(written), toToml(minimal));
}

TEST(Scenario, ReadsEveryKey) {
  const Scenario scenario =
      parse(kTwoSpecies, {"name=two",
                          "description=text",
                          R"(box.boundary=["periodic", "reflecting", "periodic"])",
                          "fluid.density=2",
                          "fluid.gravity=[0, 0.5, -1]",
                          "fluid.poiseuille=-0.25",
                          "fluid.drag=0.75",
                          "species.1.colour=#a0B1c2",
                          "integrator.kind=velocity-verlet",
                          "integrator.dt=0.02",
                          "integrator.lambda=0.5",
                          "noise.kind=philox",
                          "noise.seed=4294967295",
                          "sort.algorithm=atomic",
                          "sort.mode=sort",
                          "sort.sub_buffers=3",
                          "sort.partition=contiguous",
                          "sort.threshold=0.25",
                          "search.traversal=lists",
                          "sort.reorder_every=7",
                          "search.kind=octant=2.52",
                          "initial.state=layers",
                          "initial.axis=x",
                          R"(initial.order=["heavy", "light"])",
                          "initial.perturbation=-0.5",
                          "initial.spectrum=[3, 12]",
                          "view.azimuth=10",
                          "view.elevation=-5",
                          "view.roll=-40",
                          "view.zoom=2",
                          "view.pan=[0.25, -1]",
                          "view.slice_axis=y",
                          "view.slice_centre=0.25",
                          "view.slice_thickness=1.5",
                          R"(view.hide=["light"])",
                          "view.particle_radius=0.75",
                          "view.bond_radius=0.3"});
  EXPECT_EQ(scenario.name, "two");
  EXPECT_EQ(scenario.description, "text");
  EXPECT_EQ(scenario.fluid.box.boundary[1], cells::Boundary::Reflecting);
  EXPECT_EQ(scenario.fluid.density, 2.0);
  EXPECT_EQ(scenario.fluid.gravity, glm::dvec3(0.0, 0.5, -1.0));
  EXPECT_EQ(scenario.fluid.poiseuille, -0.25);
  EXPECT_EQ(scenario.fluid.drag, 0.75);
  EXPECT_EQ(scenario.fluid.species[1].name, "heavy");
  EXPECT_EQ(scenario.fluid.species[1].mass, 3.0);
  EXPECT_EQ(scenario.fluid.species[1].colour, "#a0B1c2");
  EXPECT_EQ(scenario.fluid.pair(0, 1).a, 40.0);
  EXPECT_EQ(scenario.fluid.pair(1, 0).a, 40.0);
  EXPECT_EQ(scenario.fluid.integrator, dpd::Integrator::VelocityVerlet);
  EXPECT_EQ(scenario.fluid.dt, 0.02);
  EXPECT_EQ(scenario.fluid.lambda, 0.5);
  EXPECT_EQ(scenario.fluid.noise, dpd::NoiseKind::Philox);
  EXPECT_EQ(scenario.fluid.seed, 4294967295u);
  EXPECT_EQ(scenario.step.sort.algorithm, sort::Algorithm::Atomic);
  EXPECT_EQ(scenario.step.mode, dpd::SortMode::Sort);
  EXPECT_EQ(scenario.step.sort.subBuffers, 3);
  EXPECT_EQ(scenario.step.sort.partition, sort::Partition::Contiguous);
  EXPECT_EQ(scenario.step.sort.threshold, 0.25);
  EXPECT_EQ(scenario.step.traversal, dpd::Traversal::Lists);
  EXPECT_EQ(scenario.step.reorderEvery, 7);
  EXPECT_EQ(cells::methodWord(scenario.search), "octant=2.52");
  EXPECT_EQ(scenario.initial.kind, InitialKind::Layers);
  EXPECT_EQ(scenario.initial.axis, 0);
  EXPECT_EQ(scenario.initial.order, (std::vector<int>{1, 0}));
  EXPECT_EQ(scenario.initial.perturbation, -0.5);
  EXPECT_EQ(parse(kTwoSpecies, {"initial.modes=[2, 0]"}).initial.modes, (std::array<int, 2>{2, 0}));
  EXPECT_EQ(scenario.initial.spectrum, (std::array<int, 2>{3, 12}));
  EXPECT_EQ(scenario.view.camera.azimuth, 10.0);
  EXPECT_EQ(scenario.view.camera.elevation, -5.0);
  EXPECT_EQ(scenario.view.camera.roll, -40.0);
  EXPECT_EQ(scenario.view.camera.zoom, 2.0);
  EXPECT_EQ(scenario.view.camera.panX, 0.25);
  EXPECT_EQ(scenario.view.camera.panY, -1.0);
  EXPECT_EQ(scenario.view.sliceAxis, 1);
  EXPECT_EQ(scenario.view.sliceCentre, 0.25);
  EXPECT_EQ(scenario.view.sliceThickness, 1.5);
  EXPECT_EQ(scenario.view.hidden, std::vector<int>{0});
  EXPECT_EQ(scenario.view.particleRadius, 0.75);
  EXPECT_EQ(scenario.view.bondRadius, 0.3);
}

TEST(Scenario, TwoDimensions_TakeTwoEntries) {
  const std::string text = "[box]\nsize = [8, 9]\ndimensions = 2\n[fluid]\ngravity = [0, -1]\n";
  const Scenario scenario = parse(text);
  EXPECT_EQ(scenario.fluid.box.size, glm::dvec3(8.0, 9.0, 1.0));
  EXPECT_EQ(particleCount(scenario), 216);
  EXPECT_EQ(scenario.fluid.gravity, glm::dvec3(0.0, -1.0, 0.0));
  EXPECT_EQ(scenario.initial.axis, 1);
  EXPECT_EQ(scenario.view.camera.elevation, 90.0);
  EXPECT_TRUE(
      names(errorOf(text, {"box.size=[8, 9, 1]"}), {"box.size=[8, 9, 1]", "box.size", "2", "3"}));
  EXPECT_TRUE(names(errorOf(text, {"initial.axis=z"}), {"initial.axis=z", "initial.axis", "z"}));
}

TEST(Scenario, InitialFile_IsRelativeToTheScenario) {
  const auto absolute = [](const char* path) { return std::filesystem::absolute(path).string(); };
  EXPECT_EQ(parse(kTwoSpecies, {"initial.state=file", "initial.file=a/../b.xyz"}).initial.file,
            absolute("/folder/b.xyz"));
  EXPECT_EQ(parse(kTwoSpecies, {"initial.state=file", "initial.file=/c.xyz"}).initial.file,
            absolute("/c.xyz"));
  EXPECT_TRUE(names(errorOf(kTwoSpecies, {"initial.state=file"}),
                    {"x.toml", "initial.file", "missing", "file"}));
  EXPECT_TRUE(names(errorOf(kTwoSpecies, {"initial.file=a.xyz"}),
                    {"initial.file", "initial.state", "\"file\""}));
}

TEST(Scenario, LastOverride_Wins) {
  EXPECT_EQ(parse(kTwoSpecies, {"fluid.kT=2", "fluid.kT=3"}).fluid.kT, 3.0);
}

TEST(Scenario, SpeciesCounts_UseTheLargestRemainders) {
  Scenario scenario = parse(kTwoSpecies);
  dpd::Fluid& fluid = scenario.fluid;
  fluid.density = 10.0 / fluid.box.volume();
  fluid.species = {{"a", 1.0, 0.33, ""}, {"b", 1.0, 0.19, ""}, {"c", 1.0, 0.48, ""}};
  EXPECT_EQ(speciesCounts(scenario), (std::vector<std::int64_t>{3, 2, 5}));
}

RC_GTEST_PROP(Scenario, SpeciesCounts_AddUpWithinOne, ()) {
  Scenario scenario;
  dpd::Fluid& fluid = scenario.fluid;
  const auto weights = *rc::gen::container<std::vector<int>>(*rc::gen::inRange<std::size_t>(1, 9),
                                                             rc::gen::inRange(1, 1000));
  const auto count = *rc::gen::inRange<std::int64_t>(1, kMaxCount + 1);
  fluid.density = static_cast<double>(count);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (const int weight : weights) fluid.species.push_back({"", 1.0, weight / sum, ""});
  const std::vector<std::int64_t> counts = speciesCounts(scenario);
  RC_ASSERT(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}) == count);
  for (std::size_t k = 0; k < counts.size(); ++k) {
    RC_ASSERT(std::abs(static_cast<double>(counts[k]) -
                       weights[k] / sum * static_cast<double>(count)) < 1.0);
  }
}

TEST(Scenario, Json_HoldsTheSameValues) {
  const std::string json = toJson(loadScenario(kEquilibrium));
  for (const char* part :
       {"\"name\" : \"equilibrium\"", "\"density\" : 3", "\"gamma\" : 4.5", "\"sigma\" : 3"}) {
    EXPECT_NE(json.find(part), std::string::npos) << part << " in " << json;
  }
}

TEST(Scenario, Json_SurvivesARoundTrip) {
  for (const std::string name :
       {"equilibrium", "rayleigh-taylor-16k", "phase-separation-16k", "dam-break"}) {
    const Scenario scenario =
        loadScenario(GPUBUCK_SOURCE_DIR "/assets/scenarios/" + name + ".toml",
                     {"description=\"\\\"a\\\" \\\\ ü \\t\"", "fluid.kT=0.1"});
    EXPECT_EQ(toToml(fromJson(toJson(scenario), "run.json")), toToml(scenario)) << name;
  }
  for (const char* bad : {"", "[]", "{\"fluid\": null}", "{\"box\": {\"size\": \"x\"}}",
                          "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1"
                          "}}}}}}}}}}"}) {
    EXPECT_THROW(fromJson(bad, "run.json"), InputError) << bad;
  }
}

}  // namespace
}  // namespace gpubuck::scenario
