// Effects of changing a running fluid; refused changes have no effect.
#include "run/live_fluid.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "gl/memory.h"
#include "support/ballast.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::run {
namespace {

using scenario::Change;
using scenario::Scenario;
using test::expectSameTexels;
using test::messageOf;
using test::names;

/// Returns a fluid of 648 particles, whose lists have the same order in every run.
Scenario smallFluid(const std::string& more = "") {
  return scenario::parseScenario("[box]\nsize = [6, 6, 6]\n[sort]\nalgorithm = \"bucket\"\n" + more,
                                 "small.toml", {});
}

/// Returns a fluid between walls across the y axis.
Scenario betweenWalls(const std::string& more) {
  return scenario::parseScenario(
      "[box]\nsize = [6, 6, 6]\nboundary = [\"periodic\", \"reflecting\", \"periodic\"]\n"
      "[sort]\nalgorithm = \"bucket\"\n" +
          more,
      "walls.toml", {});
}

constexpr const char* kSphere =
    "[[solid]]\nkind = \"body\"\nshape = \"sphere\"\nradius = 1.0\ncentre = [2, 3, 3]\n"
    "velocity = [5, 0, 0]\n";

constexpr const char* kNewSphere =
    "solid=[{kind=\"body\", shape=\"sphere\", radius=1, centre=[3, 3, 3]}]";

void expectSameFluid(const LiveFluid& expected, const LiveFluid& actual) {
  EXPECT_EQ(scenario::toToml(expected.scenario()), scenario::toToml(actual.scenario()));
  EXPECT_EQ(expected.simulation().stepNumber(), actual.simulation().stepNumber());
  EXPECT_EQ(expected.simulation().time(), actual.simulation().time());
  EXPECT_EQ(expected.simulation().solids(), actual.simulation().solids());
  EXPECT_EQ(expected.simulation().sortSettings(), actual.simulation().sortSettings());
  const auto one = expected.simulation().downloadState(),
             other = actual.simulation().downloadState();
  expectSameTexels(one.position, other.position);
  expectSameTexels(one.velocity, other.velocity);
  expectSameTexels(one.predicted, other.predicted);
}

class StateOfAnotherProgram : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, StateOfAnotherProgram, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(StateOfAnotherProgram, IsGoneOnFromOnTheSameDevice) {
  LiveFluid source({.engine = GetParam()}, beginRun(smallFluid()));
  for (int step = 0; step < 5; ++step) source.simulation().step();
  LiveFluid fluid({.engine = GetParam()}, beginRun(smallFluid()));
  const texel::Device* const device = &fluid.device();
  fluid.setState(source.state());
  EXPECT_EQ(&fluid.device(), device);
  expectSameFluid(source, fluid);
  EXPECT_EQ(fluid.simulation().measure(), source.simulation().measure());
  source.simulation().step();
  fluid.simulation().step();
  expectSameFluid(source, fluid);
}

// Particles may have been added since the scenario's initial state.
class MoreParticles : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, MoreParticles, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(MoreParticles, ThanTheScenarioBeginsWith_AreInTexturesThatAreAboutSquare) {
  RunState state = beginRun(smallFluid("[fluid]\ndensity = 25\n"));
  ASSERT_EQ(state.particles.count(), 5400U);
  state.scenario.fluid.density = 3.0;
  const LiveFluid fluid({.engine = GetParam()}, state);
  EXPECT_EQ(fluid.device().textureWidth(), 128) << "64 x 64 have no room for them";
}

class LiveFluidTest : public test::EngineTest {
 protected:
  LiveFluid make(const Scenario& scenario) const {
    return {{.engine = GetParam(), .programs = programs_}, beginRun(scenario)};
  }
  static void advance(const LiveFluid& fluid, int steps) {
    for (int k = 0; k < steps; ++k) fluid.simulation().step();
  }
  static Scenario with(const LiveFluid& fluid, const std::vector<std::string>& overrides) {
    return scenario::parseScenario(scenario::toToml(fluid.scenario()), "changed", {}, overrides);
  }
  static Change change(LiveFluid& fluid, const std::vector<std::string>& overrides) {
    return fluid.change(with(fluid, overrides));
  }

 private:
  std::shared_ptr<gl::ProgramCache> programs_ = std::make_shared<gl::ProgramCache>();
};

INSTANTIATE_TEST_SUITE_P(Engines, LiveFluidTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(LiveFluidTest, Change_KeepsParticlesTimeAndIfPossibleSimulation) {
  struct Row {
    std::vector<std::string> overrides;
    Change needed;
  };
  const std::vector<Row> rows{{{"fluid.kT=1"}, Change::Nothing},
                              {{"view.zoom=2", "name=other"}, Change::Nothing},
                              {{"fluid.kT=0.5", "integrator.dt=0.005"}, Change::Values},
                              {{kNewSphere}, Change::Values},
                              {{"sort.sub_buffers=3", "pair.0.a=30"}, Change::Sort},
                              {{"noise.kind=philox", "fluid.kT=2"}, Change::Simulation},
                              {{"search.kind=octant=2", "sort.mode=sort"}, Change::Simulation}};
  LiveFluid fluid = make(smallFluid());
  for (const auto& [overrides, needed] : rows) {
    SCOPED_TRACE(overrides.front());
    advance(fluid, 2);
    const dpd::Simulation* const simulation = &fluid.simulation();
    const auto before = fluid.simulation().downloadState();
    const double time = fluid.simulation().time();
    const Scenario wanted = with(fluid, overrides);
    EXPECT_EQ(fluid.change(wanted), needed);
    EXPECT_EQ(&fluid.simulation() == simulation, needed != Change::Simulation);
    EXPECT_EQ(scenario::toToml(fluid.scenario()), scenario::toToml(wanted));
    expectSameTexels(before.position, fluid.simulation().downloadState().position);
    EXPECT_EQ(fluid.simulation().time(), time);
    EXPECT_EQ(fluid.simulation().fluid().kT, wanted.fluid.kT);
    EXPECT_EQ(fluid.simulation().fluid().noise, wanted.fluid.noise);
    EXPECT_EQ(fluid.simulation().sortSettings(), wanted.step);
    EXPECT_EQ(fluid.simulation().grid().count(),
              cells::makeCellGrid(wanted.fluid.box, 1.0, wanted.search).count());
  }
  fluid.simulation().checkFailure();
}

// After the change, the particles move exactly as in a fluid that starts with the changed scenario.
TEST_P(LiveFluidTest, ChangedNoise_EqualsAFluidStartedWithIt) {
  LiveFluid fluid = make(smallFluid());
  advance(fluid, 3);
  RunState state = fluid.stateWith(fluid.simulation().downloadState());
  EXPECT_EQ(change(fluid, {"noise.kind=philox"}), Change::Simulation);
  state.scenario.fluid.noise = dpd::NoiseKind::Philox;
  LiveFluid begun({.engine = GetParam()}, state), old = make(smallFluid());
  advance(begun, 3);
  advance(fluid, 3);
  advance(old, 6);
  expectSameFluid(begun, fluid);
  EXPECT_NE(old.simulation().downloadState().velocity, fluid.simulation().downloadState().velocity);
}

TEST_P(LiveFluidTest, ChangeDuringAStep_HoldsFromTheNextStep) {
  LiveFluid whole = make(smallFluid()), parts = make(smallFluid());
  const std::vector<std::string> values{"fluid.kT=0.25", "sort.sub_buffers=3", "pair.0.a=40"};
  advance(whole, 4);
  advance(parts, 3);
  ASSERT_FALSE(parts.simulation().advance(100));
  EXPECT_EQ(change(parts, values), Change::Sort);
  parts.simulation().step();
  EXPECT_EQ(change(whole, values), Change::Sort);
  expectSameFluid(whole, parts);
  advance(whole, 3);
  advance(parts, 3);
  expectSameFluid(whole, parts);
}

TEST_P(LiveFluidTest, NewSimulationDuringAStep_RestartsTheStep) {
  LiveFluid whole = make(smallFluid(kSphere)), parts = make(smallFluid(kSphere));
  for (LiveFluid* each : {&whole, &parts}) advance(*each, 3);
  EXPECT_EQ(change(whole, {"search.kind=octant=2", "fluid.kT=0.5"}), Change::Simulation);
  ASSERT_FALSE(parts.simulation().advance(100));
  EXPECT_EQ(change(parts, {"fluid.kT=0.5"}), Change::Values);
  EXPECT_EQ(change(parts, {"search.kind=octant=2"}), Change::Simulation);
  EXPECT_FALSE(parts.simulation().stepUnderWay());
  for (LiveFluid* each : {&whole, &parts}) advance(*each, 2);
  expectSameFluid(whole, parts);
}

// The sphere would fit where it was at the start, but not where it is now.
TEST_P(LiveFluidTest, RefusedBody_ChangesNothing) {
  const std::string text =
      "[[solid]]\nkind = \"body\"\nshape = \"sphere\"\nradius = 1.0\ncentre = [3, 3, 3]\n"
      "velocity = [0, 5, 0]\n";
  for (const std::string other :
       {"fluid.kT=3", "sort.sub_buffers=3", "search.kind=octant=2", "noise.kind=philox"}) {
    for (const bool isUnderWay : {false, true}) {
      SCOPED_TRACE(other + (isUnderWay ? ", in the middle of a step" : ""));
      LiveFluid untouched = make(betweenWalls(text)), fluid = make(betweenWalls(text));
      for (LiveFluid* each : {&untouched, &fluid}) {
        advance(*each, 3);
        if (isUnderWay) {
          ASSERT_FALSE(each->simulation().advance(100));
        }
      }
      const dpd::Simulation* const simulation = &fluid.simulation();
      EXPECT_TRUE(names(messageOf<InputError>([&] {
                          change(fluid, {other, "solid.0.radius=2.9"});
                        }),
                        {"solid.0.velocity", "out of the box", "y"}));
      EXPECT_EQ(&fluid.simulation(), simulation);
      EXPECT_EQ(fluid.simulation().stepUnderWay(), isUnderWay);
      expectSameFluid(untouched, fluid);
      for (LiveFluid* each : {&untouched, &fluid}) advance(*each, 3);
      expectSameFluid(untouched, fluid);
    }
  }
}

TEST_P(LiveFluidTest, ChangeWithoutMemory_ChangesNothing) {
  // test::Ballast limits the free memory only of a software renderer.
  if (!gl::isSoftware()) return;
  // 512 particles in 512,000 cells, so that the request is not small.
  const Scenario thin = scenario::parseScenario(
      "[box]\nsize = [80, 80, 80]\n[fluid]\ndensity = 0.001\n[sort]\nalgorithm = \"bucket\"\n",
      "thin.toml", {});
  LiveFluid untouched = make(thin), fluid = make(thin);
  for (LiveFluid* each : {&untouched, &fluid}) advance(*each, 3);
  {
    const test::Ballast ballast(0);
    for (const char* const other : {"sort.sub_buffers=3", "search.kind=cells-per-cutoff=2"}) {
      EXPECT_THROW(change(fluid, {other, "fluid.kT=3", kNewSphere}), RunError) << other;
    }
    EXPECT_EQ(change(fluid, {"view.zoom=2"}), Change::Nothing) << "needs none";
    EXPECT_EQ(change(fluid, {"view.zoom=1"}), Change::Nothing);
  }
  expectSameFluid(untouched, fluid);
  for (LiveFluid* each : {&untouched, &fluid}) advance(*each, 3);
  expectSameFluid(untouched, fluid);
}

TEST_P(LiveFluidTest, ChangeNeedingARestart_IsRefusedByKey) {
  LiveFluid untouched = make(smallFluid()), fluid = make(smallFluid());
  for (const char* const fixed : {"noise.seed=9", "fluid.density=4", "box.size=[6, 6, 7]"}) {
    const std::string message = messageOf<InputError>([&] {
      change(fluid, {fixed, "fluid.kT=3", "sort.mode=sort"});
    });
    const std::string path(fixed, std::string_view(fixed).find('='));
    EXPECT_TRUE(message.starts_with(path)) << message;
  }
  expectSameFluid(untouched, fluid);
}

TEST_P(LiveFluidTest, BodyWithNewSimulation_IsAsGiven) {
  for (const char* const other :
       {"sort.sub_buffers=3", "search.kind=octant=2", "noise.kind=philox"}) {
    SCOPED_TRACE(other);
    LiveFluid fluid = make(smallFluid(kSphere));
    advance(fluid, 2);
    change(fluid, {other, "solid.0.radius=0.5", "solid.0.velocity=[0, 1, 0]"});
    const dpd::Solid body = fluid.simulation().solids().at(0);
    EXPECT_EQ(body.shape.radius, 0.5);
    EXPECT_EQ(body.velocity, glm::dvec3(0.0, 1.0, 0.0));
    EXPECT_NEAR(body.shape.centre.x, 2.1, 1e-12) << "it goes on from where it is";
    change(fluid, {"solid.0.centre=[4, 4, 4]"});
    EXPECT_EQ(fluid.simulation().solids().at(0).shape.centre, glm::dvec3(4.0));
  }
}

TEST_P(LiveFluidTest, State_ContinuesToTheBit) {
  LiveFluid fluid = make(smallFluid(kSphere));
  advance(fluid, 5);
  const RunState state = fluid.state();
  EXPECT_EQ(state.engine, GetParam());
  LiveFluid continued({.engine = GetParam()}, state);
  for (LiveFluid* each : {&fluid, &continued}) advance(*each, 5);
  const auto one = fluid.simulation().downloadState(),
             other = continued.simulation().downloadState();
  expectSameTexels(one.position, other.position);
  expectSameTexels(one.velocity, other.velocity);
}

}  // namespace
}  // namespace gpubuck::run
