// Changing the fluid or the sort of a running simulation has the same result as starting a new
// simulation from its state.
#include <fmt/format.h>

#include <functional>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

using test::expectSameState;
using test::messageOf;
using test::names;

void expectSameObservables(const Observables& expected, const Observables& actual) {
  EXPECT_EQ(expected.temperature, actual.temperature);
  EXPECT_EQ(expected.temperatureOnStep, actual.temperatureOnStep);
  EXPECT_EQ(expected.pressureTensor, actual.pressureTensor);
  EXPECT_EQ(expected.pressure, actual.pressure);
  EXPECT_EQ(expected.pressureTotal, actual.pressureTotal);
  EXPECT_EQ(expected.potentialEnergy, actual.potentialEnergy);
  EXPECT_EQ(expected.gravityEnergy, actual.gravityEnergy);
  EXPECT_EQ(expected.mixingWidth, actual.mixingWidth);
  EXPECT_NE(actual.gravityEnergy, 0.0);
  EXPECT_TRUE(actual.mixingWidth.has_value());
}

class ChangeTest : public test::EngineTest {
 protected:
  static Fluid firstFluid() {
    Fluid fluid = test::plainFluid({6.0, 5.5, 5.0});
    fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 2.0, 0.5, ""}};
    fluid.pairs = {{25.0, 4.5}, {35.0, 4.5}, {35.0, 4.5}, {25.0, 4.5}};
    return fluid;
  }
  static Fluid secondFluid() {
    Fluid fluid = firstFluid();
    fluid.gravity = {0.25, 0.0, -1.0};
    fluid.poiseuille = 0.5;
    fluid.drag = 0.75;
    fluid.integrator = Integrator::VelocityVerlet;
    fluid.lambda = 0.25;
    fluid.kT = 2.0;
    fluid.dt = 0.02;
    fluid.pairs = {{20.0, 9.0, 0.5}, {75.0, 2.0}, {75.0, 2.0}, {30.0, 5.0, 2.0}};
    fluid.species[0].colour = "#ff0000";
    fluid.species[1].name = "oil";
    return fluid;
  }

  Simulation simulation(const Fluid& fluid) {
    return Simulation(device_, fluid, settings_, state_);
  }

  static void advance(Simulation& simulation, int steps) {
    for (int k = 0; k < steps; ++k) simulation.step();
  }

  // This sort makes lists in the same order on every run.
  StepSettings settings_{.sort = {.algorithm = sort::Algorithm::Bucket}, .reorderEvery = 4};
  texel::Device device_ = test::makeDevice(GetParam());
  ParticleState state_ = test::randomState(firstFluid(), 500);
};
INSTANTIATE_TEST_SUITE_P(Engines, ChangeTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(ChangeTest, ChangedFluid_EqualsANewSimulation) {
  for (const int before : {0, 6}) {
    SCOPED_TRACE(before);
    Simulation changed = simulation(firstFluid());
    advance(changed, before);
    Simulation fresh(device_, secondFluid(), settings_, changed.downloadState(), changed.clock());
    fresh.restoreLists(changed.downloadLists());
    changed.setFluid(secondFluid());
    EXPECT_EQ(changed.fluid().dt, 0.02);
    EXPECT_EQ(changed.fluid().species[1].name, "oil");
    expectSameObservables(fresh.measure(), changed.measure());
    advance(changed, 5);
    advance(fresh, 5);
    expectSameState(fresh.downloadState(), changed.downloadState());
    expectSameObservables(fresh.measure(), changed.measure());
  }
}

TEST_P(ChangeTest, EachParameter_ChangesTheNextStep) {
  const std::vector<std::function<void(Fluid&)>> changes{
      [](Fluid&) {},
      [](Fluid& f) { f.gravity.z = -1.0; },
      [](Fluid& f) { f.poiseuille = 0.5; },
      [](Fluid& f) { f.drag = 0.5; },
      [](Fluid& f) { f.drag = 0.5, f.kT = 2.0; },
      [](Fluid& f) { f.kT = 2.0; },
      [](Fluid& f) { f.integrator = Integrator::VelocityVerlet; },
      [](Fluid& f) { f.integrator = Integrator::VelocityVerlet, f.lambda = 0.5; },
      [](Fluid& f) { f.dt = 0.02; },
      [](Fluid& f) { f.pairs[0].a = 30.0; },
      [](Fluid& f) { f.pairs[0].weightExponent = 0.5; }};
  std::vector<ParticleState> states{};
  for (const auto& change : changes) {
    Simulation run = simulation(firstFluid());
    advance(run, 2);
    Fluid fluid = firstFluid();
    change(fluid);
    run.setFluid(fluid);
    advance(run, 1);
    states.push_back(run.downloadState());
    for (std::size_t other = 0; other + 1 < states.size(); ++other) {
      EXPECT_NE(states[other].predicted, states.back().predicted)
          << other << " and " << states.size() - 1;
    }
  }
  EXPECT_EQ(states.size(), 11U);
}

TEST_P(ChangeTest, StepInProgress_UsesTheOldFluid) {
  Simulation whole = simulation(firstFluid());
  Simulation parts = simulation(firstFluid());
  advance(whole, 6);
  advance(parts, 5);
  parts.advance(200);
  const Observables before = parts.measure();
  parts.setFluid(secondFluid());
  EXPECT_EQ(parts.fluid().gravity.z, -1.0);
  EXPECT_TRUE(parts.stepUnderWay());
  EXPECT_EQ(parts.stepNumber(), 5);
  EXPECT_EQ(parts.measure().pressureTotal, before.pressureTotal);
  EXPECT_EQ(parts.measure().gravityEnergy, 0.0);
  EXPECT_FALSE(parts.advance(100));
  EXPECT_TRUE(parts.advance(200));
  expectSameState(whole.downloadState(), parts.downloadState());
  whole.setFluid(secondFluid());
  expectSameObservables(whole.measure(), parts.measure());
  advance(whole, 3);
  advance(parts, 3);
  expectSameState(whole.downloadState(), parts.downloadState());
}

TEST_P(ChangeTest, Time_IsTheSumOfTheTimeSteps) {
  Fluid fluid = firstFluid();
  Simulation run(device_, fluid, settings_, state_, {.step = 10, .dt = fluid.dt});
  EXPECT_DOUBLE_EQ(run.time(), 0.1);
  advance(run, 5);
  fluid.dt = 0.02;
  run.setFluid(fluid);
  EXPECT_DOUBLE_EQ(run.time(), 0.15);
  advance(run, 2);
  EXPECT_DOUBLE_EQ(run.time(), 0.19);
  fluid.dt = 0.005;
  run.advance(1);
  run.setFluid(fluid);
  EXPECT_DOUBLE_EQ(run.time(), 0.19);
  run.step();
  EXPECT_DOUBLE_EQ(run.time(), 0.21);
  run.step();
  EXPECT_DOUBLE_EQ(run.time(), 0.215);
  EXPECT_DOUBLE_EQ(run.measure().time, 0.215);
}

/// Returns settings that differ from settings_ and put lists into another order.
StepSettings otherSettings() {
  return {.sort = {.algorithm = sort::Algorithm::Bucket,
                   .subBuffers = 3,
                   .partition = sort::Partition::Contiguous},
          .mode = SortMode::Sort,
          .reorderEvery = 5};
}

TEST_P(ChangeTest, ChangedSort_EqualsANewSimulation) {
  Simulation changed = simulation(firstFluid());
  advance(changed, 6);
  EXPECT_NE(changed.cells().previousMapping(), nullptr);
  Simulation fresh(device_, firstFluid(), otherSettings(), changed.downloadState(),
                   changed.clock());
  changed.setSort(otherSettings());
  EXPECT_EQ(changed.sortSettings().sort.subBuffers, 3);
  EXPECT_EQ(changed.sortStatistics()->iterations, 0);
  EXPECT_EQ(fresh.downloadLists().head, changed.downloadLists().head);
  EXPECT_EQ(fresh.downloadLists().next, changed.downloadLists().next);
  EXPECT_EQ(changed.sortStatistics()->moved, 500);
  EXPECT_EQ(changed.cells().previousMapping(), nullptr);
  advance(changed, 6);
  advance(fresh, 6);
  expectSameState(fresh.downloadState(), changed.downloadState());
}

// Sorts into lists and sorts into ranges need different passes to walk the cells.
TEST_P(ChangeTest, SortIntoRanges_CanFollowOneIntoLists) {
  Simulation changed = simulation(firstFluid());
  advance(changed, 3);
  changed.advance(200);
  const StepSettings ranges{.sort = {.algorithm = sort::Algorithm::Bitonic}, .reorderEvery = 5};
  changed.setFluid(secondFluid());
  changed.setSort(ranges);
  changed.step();
  Simulation fresh(device_, secondFluid(), ranges, changed.downloadState(), changed.clock());
  advance(changed, 8);
  advance(fresh, 8);
  expectSameState(fresh.downloadState(), changed.downloadState());
  EXPECT_EQ(fresh.measure().potentialEnergy, changed.measure().potentialEnergy);
  changed.setSort(settings_);
  Simulation back(device_, secondFluid(), settings_, changed.downloadState(), changed.clock());
  advance(changed, 8);
  advance(back, 8);
  expectSameState(back.downloadState(), changed.downloadState());
}

TEST_P(ChangeTest, StepInProgress_KeepsItsLists) {
  Simulation whole = simulation(firstFluid());
  Simulation parts = simulation(firstFluid());
  advance(whole, 6);
  advance(parts, 5);
  parts.advance(200);
  const ListState lists = parts.downloadLists();
  parts.setSort(otherSettings());
  EXPECT_EQ(parts.downloadLists().head, lists.head);
  EXPECT_EQ(parts.downloadLists().next, lists.next);
  EXPECT_TRUE(parts.advance(300));
  expectSameState(whole.downloadState(), parts.downloadState());
  whole.setSort(otherSettings());
  advance(whole, 6);
  advance(parts, 6);
  expectSameState(whole.downloadState(), parts.downloadState());
}

TEST_P(ChangeTest, RefusedSettings_KeepTheOldOnes) {
  Simulation untouched = simulation(firstFluid());
  Simulation run = simulation(firstFluid());
  advance(untouched, 3);
  advance(run, 3);
  StepSettings bad = otherSettings();
  bad.sort.subBuffers = 0;
  EXPECT_TRUE(names(messageOf<InputError>([&] { run.setSort(bad); }), {"sub-buffers", "0", "1"}));
  EXPECT_EQ(run.sortSettings().sort.subBuffers, settings_.sort.subBuffers);
  EXPECT_EQ(run.sortSettings().mode, SortMode::Resort);
  advance(untouched, 3);
  advance(run, 3);
  expectSameState(untouched.downloadState(), run.downloadState());
}

}  // namespace
}  // namespace gpubuck::dpd
