// Changes of the sort and of the fluid while it runs. tests/demo/panels_test.cpp has every widget.
#include "gui/window_rig.h"

namespace gpubuck::test {
namespace {

struct WindowSettings : WindowRig {};

TEST_F(WindowSettings, TheSortIsSwitchedByButtonAndByKey) {
  open();
  click("sort/mode/sort");
  EXPECT_TRUE(has(answer("sort"), "mode sort "));
  key("s");
  EXPECT_TRUE(has(answer("sort"), "mode resort "));
  key("n");
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowSettings, TheFastSortTakesNoSubBuffers) {
  open();
  choose("sort/algorithm", "atomic");
  EXPECT_TRUE(has(answer("sort"), " algorithm atomic "));
  click("sort/sub-buffers/more");  // greyed out
  key("n");
  EXPECT_EQ(answer("step"), "1");
  choose("sort/algorithm", "auto");
  EXPECT_TRUE(has(answer("sort"), " algorithm auto sub-buffers 8 "));
}

TEST_F(WindowSettings, GravityIsTypedAndDragged) {
  open();
  openSection("controls/physics");
  fillSlider("physics/gravity/z", "-0.25");
  EXPECT_TRUE(has(answer("fluid"), " gravity 0 0 -0.25 "));
  const Place slider = place("physics/gravity/z");
  point({slider.x + slider.width * 3 / 4, slider.y + slider.height / 2});
  press();
  EXPECT_TRUE(has(latest("fluid"), " gravity 0 0 0."));
  release();
  key("n");
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowSettings, TemperatureTakesNoNonsense) {
  open();
  openSection("controls/physics");
  fillSlider("physics/kT", "-1");
  EXPECT_TRUE(has(answer("error"), "Temperature kT: -1 is below 0"));
  fillSlider("physics/kT", "warm");
  fillSlider("physics/kT", "1.5");
  EXPECT_TRUE(has(answer("fluid"), "kT 1.5 "));
}

TEST_F(WindowSettings, TheNoiseIsExchanged) {
  open();
  openSection("controls/physics");
  choose("physics/noise", "philox");
  EXPECT_EQ(answer("noise"), "philox");
  key("n");
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowSettings, TheIntegratorTakesItsLambda) {
  open();
  openSection("controls/physics");
  choose("physics/integrator", "velocity-verlet");
  EXPECT_TRUE(has(answer("fluid"), " dt 0.01 velocity-verlet "));
  fillSlider("physics/lambda", "1.5");
  EXPECT_TRUE(has(answer("error"), "λ: 1.5 is not in 0..1"));
  fillSlider("physics/lambda", "0.5");
  EXPECT_TRUE(has(answer("fluid"), " velocity-verlet lambda 0.5 "));
  key("n");
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowSettings, StreamsAndDragAreDriven) {
  open();
  openSection("controls/physics");
  fillSlider("physics/poiseuille", "0.05");
  EXPECT_TRUE(has(answer("fluid"), " poiseuille 0.05 drag 0"));
  fillSlider("physics/drag", "2");
  EXPECT_TRUE(has(answer("fluid"), " poiseuille 0.05 drag 2"));
  choose("physics/noise", "karpinski-sequence");
  EXPECT_TRUE(has(answer("error"), "the noise karpinski-sequence has none for single particles"));
}

TEST_F(WindowSettings, AnotherDensityNeedsARestart) {
  open();
  openSection("controls/physics");
  fillSlider("physics/start/density", "4");
  click("physics/start/apply");
  EXPECT_EQ(answer("restart"), "equilibrium, 864 particles, seed 1");
}

TEST_F(WindowSettings, SettingsChangeWhileTheFluidPlays) {
  open({.paused = false});
  for (int i = 0; i < 3; ++i) {
    key("s");
    EXPECT_TRUE(has(answer("sort"), i % 2 == 0 ? "mode sort" : "mode resort"));
    key("e");
    EXPECT_EQ(answer("engine"), i % 2 == 0 ? "fast" : "paper");
  }
  key("space");
  EXPECT_EQ(answer("playing"), "no");
}

}  // namespace
}  // namespace gpubuck::test
