// Measurements in parts: any partition gives the same numbers, and a change of the state or the
// fluid restarts them.
#include <fmt/format.h>

#include <functional>
#include <utility>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

class PartOfMeasurementTest : public test::EngineTest {
 protected:
  static constexpr std::int64_t kAll = 500;

  Simulation simulation() { return {device_, fluid_, settings_, test::randomState(fluid_, kAll)}; }
  /// Measures in parts of `part` particles, and expects a result only from the last part.
  static Observables measuredBy(Simulation& simulation, std::int64_t part) {
    for (std::int64_t done = part; done < kAll; done += part) {
      EXPECT_FALSE(simulation.measurePart(part).has_value()) << done << " of " << kAll;
    }
    const auto measured = simulation.measurePart(part);
    EXPECT_TRUE(measured.has_value());
    return measured.value_or(Observables{});
  }
  static void expectSame(const Observables& expected, const Observables& actual) {
    EXPECT_EQ(actual.step, expected.step);
    EXPECT_EQ(actual.time, expected.time);
    EXPECT_EQ(actual.kineticEnergy, expected.kineticEnergy);
    EXPECT_EQ(actual.potentialEnergy, expected.potentialEnergy);
    EXPECT_EQ(actual.gravityEnergy, expected.gravityEnergy);
    EXPECT_EQ(actual.pressureTensor, expected.pressureTensor);
    EXPECT_EQ(actual.pressureTotal, expected.pressureTotal);
    EXPECT_EQ(actual.temperature, expected.temperature);
    EXPECT_EQ(actual.temperatureOnStep, expected.temperatureOnStep);
    EXPECT_EQ(actual.momentum, expected.momentum);
    ASSERT_EQ(actual.species.size(), expected.species.size());
    for (std::size_t k = 0; k < expected.species.size(); ++k) {
      EXPECT_EQ(actual.species[k].count, expected.species[k].count);
      EXPECT_EQ(actual.species[k].temperature, expected.species[k].temperature);
    }
  }

  texel::Device device_ = test::makeDevice(GetParam());
  Fluid fluid_ = test::mixedFluid({6.0, 5.5, 5.0});
  // The bucket sort makes the same lists every time, so that sums are the same, too.
  StepSettings settings_{.sort = {.algorithm = sort::Algorithm::Bucket}, .reorderEvery = 0};
};
INSTANTIATE_TEST_SUITE_P(Engines, PartOfMeasurementTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(PartOfMeasurementTest, AnyPartition_GivesTheSameNumbers) {
  fluid_.gravity = {0.25, -0.5, 1.5};
  Simulation whole = simulation();
  Simulation parts = simulation();
  for (const std::int64_t part : {499, 64, 63, 500, 501}) {
    SCOPED_TRACE(part);
    expectSame(whole.measure(), measuredBy(parts, part));
    whole.step();
    parts.step();
  }
}

// If a step ends between two parts, the parts measured before are dropped, not added to parts of
// the new state.
TEST_P(PartOfMeasurementTest, EndOfAStep_StartsItAgain) {
  Simulation parts = simulation(), whole = simulation();
  EXPECT_FALSE(parts.advance(200));
  EXPECT_FALSE(parts.measurePart(300).has_value());
  parts.step();
  whole.step();
  const Observables expected = whole.measure();
  expectSame(expected, measuredBy(parts, 200));
}

TEST_P(PartOfMeasurementTest, ChangedStateOrFluid_StartsItAgain) {
  const Tube tube{{2.5, 3.0, 2.0}, {0.0, 0.0, 1.0}, 1.9};
  const std::pair<const char*, std::function<void(Simulation&)>> changes[] = {
      {"fluid",
       [this](Simulation& each) {
         Fluid changed = fluid_;
         for (PairCoefficients& pair : changed.pairs) pair.a *= 3.0;
         each.setFluid(changed);
       }},
      {"sort",
       [](Simulation& each) {
         each.setSort({.sort = {.algorithm = sort::Algorithm::Bitonic}, .reorderEvery = 0});
       }},
      {"pull", [&](Simulation& each) { each.apply(test::pullAlong(tube, 500.0)); }},
      {"bath",
       [&](Simulation& each) { each.apply(test::along(tube, EffectKind::Couple, 20.0, 4.0)); }},
      {"paint", [&](Simulation& each) { each.apply(test::paintAlong(tube, 2)); }},
      {"step", [](Simulation& each) { each.step(); }},
      {"measurement", [](Simulation& each) { each.measure(); }}};
  for (const auto& [name, change] : changes) {
    SCOPED_TRACE(name);
    Simulation changed = simulation();
    EXPECT_FALSE(changed.measurePart(300).has_value());
    change(changed);
    Simulation same = simulation();
    change(same);
    const Observables expected = same.measure();
    expectSame(expected, measuredBy(changed, 200));
  }
}

}  // namespace
}  // namespace gpubuck::dpd
