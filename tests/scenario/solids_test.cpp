// The container and the partition of a scenario.
#include <gtest/gtest.h>

#include <cmath>

#include "scenario/initial/edited_particles.h"
#include "scenario/initial/initial_state.h"
#include "scenario/initial/regions.h"
#include "scenario/parsing.h"

namespace gpubuck::scenario {
namespace {

using test::kTwoSpecies;

const test::Overrides kGlobe{"container={radius = 3.25, centre = [3.75, 4, 5.5]}",
                             "obstacle={radius = 1.5, centre = [4, 4, 4.5]}"};
const test::Overrides kPlate{"box.boundary=[\"reflecting\", \"periodic\", \"reflecting\"]",
                             "partition={thickness = 1.5, axis = \"z\", position = 4, "
                             "hole_radius = 2, hole_centre = [1, 4, 0]}"};

test::Overrides with(test::Overrides all, const std::string& one) {
  all.push_back(one);
  return all;
}

std::string withoutFractions() {
  std::string plain = kTwoSpecies;
  for (std::size_t at; (at = plain.find("fraction = 0.5\n")) != std::string::npos;) {
    plain.erase(at, 15);
  }
  return plain;
}

TEST(ScenarioSolids, SurviveARoundTrip) {
  const dpd::Container globe{.radius = 3.25, .centre = {3.75, 4, 5.5}};
  const dpd::Partition plate{
      .thickness = 1.5, .axis = 2, .position = 4, .holeRadius = 2, .holeCentre = {1, 4, 0}};
  EXPECT_EQ(test::parse(toToml(test::parse(kTwoSpecies, kGlobe))).fluid.container, globe);
  EXPECT_EQ(test::parse(toToml(test::parse(kTwoSpecies, kPlate))).fluid.partition, plate);
  EXPECT_EQ(toToml(test::parse(kTwoSpecies)).find("\ncentre"), std::string::npos);
}

TEST(ScenarioSolids, AreEmptyAtTheBeginning) {
  const std::string molecules =
      "[[bond]]\nname = \"b\"\n[[molecule]]\nname = \"m\"\n"
      "beads = \"light3\"\ncount = 40\n";
  const std::string regions = "[[region]]\nshape = \"layer\"\nto = 6\nplaces = \"even\"\n";
  for (const test::Overrides& solids : {kGlobe, kPlate}) {
    for (const Scenario& scenario :
         {test::parse(kTwoSpecies + molecules, solids),
          test::parse(kTwoSpecies, with(solids, "initial.state=lattice")),
          test::parse(withoutFractions() + regions, solids)}) {
      const dpd::ParticleState state = makeInitialState(scenario);
      EXPECT_EQ(static_cast<std::int64_t>(state.count()), particleCount(scenario));
      ASSERT_GT(state.count(), 200U);
      for (const glm::vec4& position : state.position) {
        ASSERT_TRUE(dpd::isFree(scenario.fluid, glm::dvec3(position)));
      }
    }
  }
}

TEST(ScenarioSolids, Density_IsThatInTheContainer) {
  const double volume = 4.0 / 3.0 * 3.14159265358979 * std::pow(3.25, 3.0);
  EXPECT_EQ(particleCount(test::parse(kTwoSpecies, kGlobe)), std::llround(3.0 * volume));
  EXPECT_EQ(particleCount(test::parse(kTwoSpecies, kPlate)), 1920);
  // The lower half, of which a sphere takes a part.
  const std::string regions =
      "[[region]]\nshape = \"layer\"\nto = 5.5\n"
      "[[region]]\nshape = \"sphere\"\nspecies = \"heavy\"\nradius = 1\ncentre = [3.75, 4, 5.5]\n";
  const auto volumes = regionVolumes(test::parse(withoutFractions() + regions, kGlobe));
  const double ball = 4.0 / 3.0 * 3.14159265358979;
  EXPECT_NEAR(volumes[0], 0.5 * (volume - ball), 1e-3 * volume);
  EXPECT_NEAR(volumes[1], ball, 1e-3 * ball);
  EXPECT_TRUE(test::names(
      test::errorOf(withoutFractions() + "[[region]]\nshape = \"layer\"\nto = 2\n", kGlobe),
      {"x.toml:22", "region.0", "container"}));
  // Filled up, a corner stays empty.
  const Scenario globe = test::parse(kTwoSpecies, kGlobe);
  RandomStream random(1);
  const dpd::Tube corner{.origin = {0.5, 0.5, 0}, .direction = {0, 0, 1}, .radius = 0.5};
  EXPECT_EQ(filledUp(globe, {}, corner, 0, random).count(), 0U);
}

TEST(ScenarioSolids, ImpossibleValues_AreRefused) {
  const auto errorOf = [](const test::Overrides& solids, const std::string& one) {
    return test::errorOf(kTwoSpecies, with(solids, one));
  };
  EXPECT_TRUE(test::names(errorOf(kGlobe, "obstacle.centre=[4, 4, 2]"),
                          {"obstacle.centre=[4, 4, 2]", "obstacle.centre", "container", "1.76"}));
  EXPECT_TRUE(test::names(errorOf(kGlobe, "drain={radius = 1, outlet = [1, 1, 1]}"),
                          {"drain={radius = 1, outlet = [1, 1, 1]}", "drain.outlet", "wall"}));
  EXPECT_TRUE(test::names(errorOf(kPlate, "obstacle={radius = 1, centre = [4, 4, 3]}"),
                          {"obstacle={radius = 1, centre = [4, 4, 3]}", "obstacle.centre.2", "3",
                           "partition", "3.25", "4.75"}));
  const auto errorOfGiven = [](const test::Overrides& solids, const glm::vec3& place) {
    const Scenario scenario = test::parse(
        kTwoSpecies,
        with(solids, solids == kGlobe ? "fluid.density=0.00696" : "fluid.density=0.0016"));
    try {
      makeInitialState(scenario, {{place}, {}, {0}}, "a source");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_TRUE(test::names(errorOfGiven(kGlobe, {1, 1, 1}),
                          {"a source", "particle 0", "(1, 1, 1)", "container"}));
  EXPECT_TRUE(test::names(errorOfGiven(kPlate, {5, 1, 4}),
                          {"a source", "particle 0", "(5, 1, 4)", "partition"}));
  EXPECT_EQ(errorOfGiven(kPlate, {1, 4, 4}), "no error");
}

}  // namespace
}  // namespace gpubuck::scenario
