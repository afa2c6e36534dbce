// The solids of a scenario are read, written, kept free of particles, and refused.
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "scenario/initial/edited_particles.h"
#include "scenario/initial/initial_state.h"
#include "scenario/initial/regions.h"
#include "scenario/parsing.h"
#include "support/errors.h"

namespace gpubuck::scenario {
namespace {

using dpd::Solid;
using dpd::SolidKind;
using test::kTwoSpecies;
using test::names;

constexpr double kBall = 4.0 / 3.0 * std::numbers::pi;

// The box is 8 x 8 x 10.
const std::string kBody =
    "[[solid]]\nkind = \"body\"\nshape = \"sphere\"\ncentre = [4, 4, 2.6]\nradius = 2.5\n"
    "velocity = [0.5, 0, -1]\n";
const std::string kGlobe =
    "[[solid]]\nkind = \"vessel\"\nshape = \"sphere\"\ncentre = [3.75, 4, 5.5]\nradius = 3.25\n"
    "[[solid]]\nkind = \"body\"\nshape = \"sphere\"\ncentre = [4, 4, 4.5]\nradius = 1.5\n";
const std::string kPlate =
    "[[solid]]\nkind = \"body\"\nshape = \"layer\"\naxis = \"z\"\nfrom = 3.25\nto = 4.75\n"
    "[[solid]]\nkind = \"hole\"\nshape = \"cylinder\"\ncentre = [1, 4, 0]\nradius = 2\n"
    "[[solid]]\nkind = \"body\"\nshape = \"box\"\nlow = [6, 6, 8]\nvelocity = [0, 1, 0]\n"
    "high = [7.5, 7, 9.5]\nperiod = 4\n";

std::string withoutFractions() {
  std::string plain = kTwoSpecies;
  for (std::size_t at; (at = plain.find("fraction = 0.5\n")) != std::string::npos;) {
    plain.erase(at, 15);
  }
  return plain;
}

/// Returns a text in which one line is replaced.
std::string changed(std::string text, const std::string& line, const std::string& by) {
  text.replace(text.find(line), line.size(), by);
  return text;
}

TEST(ScenarioSolids, SurviveARoundTrip) {
  using cells::ShapeKind;
  const std::vector<Solid> expected{
      {.shape = {.kind = ShapeKind::Layer, .axis = 2, .from = 3.25, .to = 4.75}},
      {.kind = SolidKind::Hole,
       .shape = {.kind = ShapeKind::Cylinder, .centre = {1, 4, 0}, .radius = 2, .axis = 2}},
      {.shape = {.kind = ShapeKind::Box, .low = {6, 6, 8}, .high = {7.5, 7, 9.5}},
       .velocity = {0, 1, 0},
       .period = 4}};
  const Scenario read = test::parse(kTwoSpecies + kPlate);
  EXPECT_EQ(read.fluid.solids, expected);
  for (const std::string& solids : {kBody, kGlobe, kPlate}) {
    const Scenario scenario = test::parse(kTwoSpecies + solids);
    EXPECT_EQ(test::parse(toToml(scenario)).fluid.solids, scenario.fluid.solids);
  }
  EXPECT_EQ(toToml(test::parse(kTwoSpecies)).find("solid"), std::string::npos);
  // In two dimensions the default axis across a layer is y.
  const Scenario flat = test::parse(
      "[box]\ndimensions = 2\nsize = [8, 9]\n[[solid]]\nkind = \"body\"\nshape = \"layer\"\nto = "
      "2\n");
  EXPECT_EQ(flat.fluid.solids[0].shape.axis, 1);
}

TEST(ScenarioSolids, AreEmptyAtTheBeginning) {
  const std::string molecules =
      "[[bond]]\nname = \"b\"\n[[molecule]]\nname = \"m\"\n"
      "beads = \"light3\"\ncount = 40\n";
  const std::string regions = "[[region]]\nshape = \"layer\"\nto = 6\nplaces = \"even\"\n";
  for (const std::string& solids : {kBody, kGlobe, kPlate}) {
    for (const Scenario& scenario :
         {test::parse(kTwoSpecies + solids), test::parse(kTwoSpecies + molecules + solids),
          test::parse(kTwoSpecies + solids, {"initial.state=lattice"}),
          test::parse(kTwoSpecies + solids, {"initial.state=layers"}),
          test::parse(withoutFractions() + regions + solids)}) {
      const dpd::ParticleState state = makeInitialState(scenario);
      EXPECT_EQ(static_cast<std::int64_t>(state.count()), particleCount(scenario));
      ASSERT_GT(state.count(), 200U);
      const dpd::Room room = scenario.fluid.room();
      for (const glm::vec4& position : state.position) {
        ASSERT_TRUE(room.contains(glm::dvec3(position)));
      }
    }
  }
}

TEST(ScenarioSolids, Density_IsThatOfTheRoom) {
  const double globe = kBall * (std::pow(3.25, 3.0) - std::pow(1.5, 3.0));
  const auto count = [](const std::string& solids) {
    return particleCount(test::parse(kTwoSpecies + solids));
  };
  EXPECT_EQ(count(kBody), std::llround(3.0 * (640.0 - kBall * std::pow(2.5, 3.0))));
  EXPECT_EQ(count(kGlobe), std::llround(3.0 * globe));
  // A quarter of the hole lies across the periodic side.
  const double hole = 4.0 * std::numbers::pi;
  EXPECT_NEAR(static_cast<double>(count(kPlate)),
              3.0 * (640.0 - 1.5 * (64.0 - hole) - 1.5 * 1.0 * 1.5), 1.5);
  // The region is the lower half of the globe, without the parts that a drop and the body take.
  const std::string regions =
      "[[region]]\nshape = \"layer\"\nto = 5.5\n"
      "[[region]]\nshape = \"sphere\"\nspecies = \"heavy\"\nradius = 0.75\ncentre = [3, 4, 7.5]\n";
  const auto volumes = regionVolumes(test::parse(withoutFractions() + regions + kGlobe));
  const double cap = std::numbers::pi * 0.25 * (1.5 - 0.5 / 3.0);  // volume of the body above 5.5
  const double lower = 0.5 * kBall * std::pow(3.25, 3.0) - (kBall * std::pow(1.5, 3.0) - cap);
  EXPECT_NEAR(volumes[0], lower, 1e-3 * lower);
  EXPECT_NEAR(volumes[1], kBall * std::pow(0.75, 3.0), 1e-3);
  EXPECT_TRUE(
      names(test::errorOf(withoutFractions() + "[[region]]\nshape = \"layer\"\nto = 2\n" + kGlobe),
            {"region.0", "solids"}));
  // If the box is filled up, a corner outside of the globe stays empty.
  const Scenario scenario = test::parse(kTwoSpecies + kGlobe);
  RandomStream random(1);
  const dpd::Tube corner{.origin = {0.5, 0.5, 0}, .direction = {0, 0, 1}, .radius = 0.5};
  EXPECT_EQ(filledUp(scenario, {}, corner, 0, random).count(), 0U);
}

TEST(ScenarioSolids, ImpossibleValues_AreRefused) {
  const auto errorOf = [](const std::string& solids, const test::Overrides& overrides = {}) {
    return test::errorOf(kTwoSpecies + solids, overrides);
  };
  EXPECT_TRUE(names(errorOf(changed(kBody, "\"body\"", "\"ball\"")),
                    {"solid.0.kind", "ball", "body", "vessel", "hole"}));
  EXPECT_TRUE(names(errorOf("[[solid]]\nshape = \"box\"\n"), {"solid", "room"}));
  EXPECT_TRUE(names(errorOf("[[solid]]\nkind = \"body\"\n"), {"solid.0.shape", "missing"}));
  EXPECT_TRUE(
      names(errorOf(changed(kBody, "radius = 2.5", "radius = -1")), {"solid.0.radius", "-1", "0"}));
  EXPECT_TRUE(names(errorOf(kBody, {"solid.0.radius=5"}),
                    {"solid.0.radius=5", "solid.0.radius", "10", "8"}));
  EXPECT_TRUE(names(errorOf(kBody, {"solid.0.velocity=[100, 0, 0]"}),
                    {"solid.0.velocity", "1", "0.01", "0.25"}));
  EXPECT_TRUE(
      names(errorOf(changed(kGlobe, "radius = 3.25", "radius = 3.25\nvelocity = [1, 0, 0]")),
            {"solid.0.velocity", "kind body"}));
  EXPECT_TRUE(names(errorOf(changed(kGlobe, "radius = 1.5", "radius = 1.5\naxis = \"x\"")),
                    {"solid.1.axis", "layer or cylinder"}));
  EXPECT_TRUE(names(errorOf(kGlobe, {"effect=[{kind=\"move\", shape=\"sphere\", centre=[4, 4, 4], "
                                     "radius=1, outlet=[1, 1, 1]}]"}),
                    {"effect.0.outlet", "solid"}));
  EXPECT_TRUE(names(errorOf(kPlate, {"solid.0.to=4"}), {"solid.0.shape", "0.75", "z", "1"}));
  EXPECT_TRUE(names(errorOf("", {"solid.0.radius=1"}), {"solid.0.radius=1", "no solid"}));
}

TEST(ScenarioSolids, GivenParticlesInside_AreRefused) {
  const auto errorOfGiven = [](const std::string& solids, const glm::vec3& place) {
    Scenario scenario = test::parse(kTwoSpecies + solids);
    scenario.fluid.density = 1.0 / scenario.fluid.room().volume();
    return gpubuck::test::messageOf<InputError>([&] {
      makeInitialState(scenario, {{place}, {}, {0}}, "a source");
    });
  };
  EXPECT_TRUE(
      names(errorOfGiven(kGlobe, {1, 1, 1}), {"a source", "particle 0", "(1, 1, 1)", "solid"}));
  EXPECT_TRUE(names(errorOfGiven(kPlate, {5, 1, 4}), {"particle 0", "(5, 1, 4)", "solid"}));
  Scenario through = test::parse(kTwoSpecies + kPlate);
  through.fluid.density = 1.0 / through.fluid.room().volume();
  EXPECT_NO_THROW(makeInitialState(through, {{{1, 4, 4}}, {}, {0}}, "a source"));
}

TEST(ScenarioSolids, BodiesAlone_ChangeWhileTheFluidRuns) {
  const Scenario none = test::parse(kTwoSpecies), body = test::parse(kTwoSpecies + kBody),
                 globe = test::parse(kTwoSpecies + kGlobe);
  EXPECT_EQ(changeBetween(none, body), Change::Values);
  EXPECT_NO_THROW(requireChangeable(none, body));
  EXPECT_NO_THROW(requireChangeable(body, none));
  EXPECT_NO_THROW(requireChangeable(
      body, test::parse(kTwoSpecies + kBody, {"solid.0.radius=2", "solid.0.centre=[4, 4, 4]"})));
  EXPECT_EQ(changeBetween(none, globe), Change::Restart);
  EXPECT_NO_THROW(
      requireChangeable(globe, test::parse(kTwoSpecies + kGlobe, {"solid.1.radius=1"})));
  EXPECT_TRUE(names(gpubuck::test::messageOf<InputError>([&] {
                      requireChangeable(globe,
                                        test::parse(kTwoSpecies + kGlobe, {"solid.0.radius=3"}));
                    }),
                    {"solid.0.radius", "3.25", "3"}));
}

}  // namespace
}  // namespace gpubuck::scenario
