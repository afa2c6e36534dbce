// Steps that take so long that their caller may end them. With sanitizers these tests take minutes.
#include <fmt/format.h>

#include "library/library_fluid.h"

namespace gpubuck {
namespace {

using LongStepsTest = LibraryFluidTest;

// There are just enough pairs for long steps, but few per particle. With 30,000 candidates per
// particle, the loops of Mesa's software renderer could end early (shaders/texel/loops_ended.glsl),
// and particles would fail. The second step begins with a re-sort of the first step's lists.
TEST_P(LongStepsTest, StepOrMeasurement_EndedByItsCaller_LeavesTheLastWholeStep) {
  const double density = texel::Device({.engine = GetParam()}).isSoftware() ? 76.0 : 920.0;
  const std::string crowded = fmt::format(
      "[box]\nsize = [10, 10, 10]\n[fluid]\ndensity = {}\n[integrator]\ndt = 0.001\n", density);
  struct Ended {};
  Fluid unbroken = Fluid::fromText(context_, crowded), ended = unbroken.copy();
  ASSERT_TRUE(ended.hasLongSteps());
  int calls = 0;
  const auto endAtThird = [&] {
    if (++calls == 3) throw Ended();
  };
  EXPECT_THROW(ended.step(1, endAtThird), Ended);
  EXPECT_EQ(ended.stepNumber(), 0);
  EXPECT_EQ(ended.particles().positions, unbroken.particles().positions);
  unbroken.step(2);
  ended.step(1, [&] { ++calls; });
  EXPECT_GT(calls, 6);
  calls = 0;
  EXPECT_THROW(ended.step(1, endAtThird), Ended);
  EXPECT_EQ(ended.stepNumber(), 1);
  ended.step(1);
  EXPECT_EQ(ended.time(), unbroken.time());
  EXPECT_EQ(ended.particles().positions, unbroken.particles().positions);
  EXPECT_EQ(ended.particles().velocities, unbroken.particles().velocities);
  calls = 0;
  EXPECT_THROW(ended.measure(endAtThird), Ended);
  EXPECT_EQ(ended.stepNumber(), 2);
  EXPECT_EQ(ended.particles().positions, unbroken.particles().positions);
}

INSTANTIATE_TEST_SUITE_P(Engines, LongStepsTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

}  // namespace
}  // namespace gpubuck
