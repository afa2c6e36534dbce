// The obstacle of a scenario.
#include <gtest/gtest.h>

#include <fstream>

#include "scenario/initial/initial_state.h"
#include "scenario/parsing.h"

namespace gpubuck::scenario {
namespace {

using test::kTwoSpecies;

const test::Overrides kSphere{"obstacle.radius=2.5", "obstacle.centre=[4, 4, 1]",
                              "obstacle.velocity=[0.5, 0, -1]"};

test::Overrides with(const test::Overrides& more) {
  test::Overrides all = kSphere;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(ScenarioObstacle, SurvivesARoundTrip) {
  const Scenario scenario = test::parse(kTwoSpecies, kSphere);
  EXPECT_EQ(scenario.fluid.obstacle,
            (dpd::Obstacle{.radius = 2.5, .centre = {4, 4, 1}, .velocity = {0.5, 0, -1}}));
  EXPECT_EQ(test::parse(toToml(scenario)).fluid.obstacle, scenario.fluid.obstacle);
  EXPECT_EQ(toToml(test::parse(kTwoSpecies)).find("\ncentre"), std::string::npos);
}

TEST(ScenarioObstacle, IsEmptyAtTheBeginning) {
  const std::string regions = "[[region]]\nshape = \"layer\"\nto = 3\n";
  std::string plain = kTwoSpecies;
  for (std::size_t at; (at = plain.find("fraction = 0.5\n")) != std::string::npos;)
    plain.erase(at, 15);
  for (const Scenario& scenario : {test::parse(kTwoSpecies, kSphere),
                                   test::parse(kTwoSpecies, with({"initial.state=lattice"})),
                                   test::parse(kTwoSpecies, with({"initial.state=layers"})),
                                   test::parse(plain + regions, kSphere)}) {
    const dpd::ParticleState state = makeInitialState(scenario);
    EXPECT_EQ(static_cast<std::int64_t>(state.count()), particleCount(scenario));
    ASSERT_GT(state.count(), 500U);
    for (const glm::vec4& position : state.position) {
      ASSERT_FALSE(
          dpd::contains(scenario.fluid.obstacle, scenario.fluid.box, glm::dvec3(position)));
    }
  }
}

TEST(ScenarioObstacle, GivenParticlesInside_AreRefused) {
  const Scenario scenario = test::parse(kTwoSpecies, with({"fluid.density=0.003"}));
  dpd::Particles given{{glm::vec3(1.0F), glm::vec3(4.0F, 4.5F, 9.5F)}, {}, {0, 1}};
  EXPECT_TRUE(test::names(
      gpubuck::test::messageOf<InputError>([&] { makeInitialState(scenario, given, "a source"); }),
      {"a source", "particle 1", "(4, 4.5, 9.5)", "obstacle"}));
}

TEST(ScenarioObstacle, ImpossibleValues_AreRefused) {
  EXPECT_TRUE(test::names(test::errorOf(kTwoSpecies, {"obstacle.radius=-1"}),
                          {"obstacle.radius=-1", "obstacle.radius", "-1", "0"}));
  for (const test::Overrides& overrides :
       {test::Overrides{"obstacle.centre=[1, 1, 1]"}, with({"obstacle.radius=0"})}) {
    EXPECT_TRUE(test::names(test::errorOf(kTwoSpecies, overrides),
                            {"obstacle.centre", "obstacle.radius", "0", "obstacle = {}"}));
  }
  EXPECT_TRUE(test::names(test::errorOf(kTwoSpecies, with({"obstacle.radius=5"})),
                          {"obstacle.radius=5", "obstacle.radius", "5", "8"}));
  EXPECT_TRUE(test::names(test::errorOf(kTwoSpecies, with({"obstacle.centre=[4, 4, 11]"})),
                          {"obstacle.centre=[4, 4, 11]", "obstacle.centre.2", "11", "0", "10"}));
  EXPECT_TRUE(
      test::names(test::errorOf(kTwoSpecies, with({"obstacle.velocity=[100, 0, 0]"})),
                  {"obstacle.velocity=[100, 0, 0]", "obstacle.velocity", "1", "0.01", "0.25"}));
}

TEST(ScenarioObstacle, CanChangeWhileTheFluidRuns) {
  const Scenario running = test::parse(kTwoSpecies);
  EXPECT_NO_THROW(requireChangeable(running, test::parse(kTwoSpecies, kSphere)));
}

}  // namespace
}  // namespace gpubuck::scenario
