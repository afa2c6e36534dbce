// Changes of the sort and of the fluid while the fluid runs. tests/demo/panels_test.cpp tests every
// widget.
#include "gui/window_rig.h"
#include "support/errors.h"

namespace gpubuck::test {
namespace {

struct WindowSettings : WindowRig {};

TEST_F(WindowSettings, Sort_IsSwitchedByButtonAndKey) {
  open();
  openSection("controls/sort");
  click("sort/mode/sort");
  EXPECT_EQ(answer("changed"), R"(sort.mode = "sort")");
  key("s");
  EXPECT_EQ(answer("changed"), R"(sort.mode = "resort")");
  key("n");
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowSettings, FastSort_TakesNoSubBuffers) {
  open();
  openSection("controls/sort");
  choose("sort/algorithm", "atomic");
  EXPECT_EQ(answer("changed"), R"(sort.algorithm = "atomic")");
  click("sort/sub-buffers/more");  // greyed out
  EXPECT_EQ(latest("changed"), R"(sort.algorithm = "atomic")");
  key("n");
  EXPECT_EQ(answer("step"), "1");
  choose("sort/algorithm", "auto");
  EXPECT_EQ(answer("changed"), R"(sort.algorithm = "auto")");
}

TEST_F(WindowSettings, Gravity_CanBeTypedAndDragged) {
  open();
  openSection("controls/physics");
  fillSlider("physics/gravity/z", "-0.25");
  EXPECT_EQ(answer("changed"), "fluid.gravity = [0, 0, -0.25]");
  const Place slider = place("physics/gravity/z");
  point({slider.x + slider.width * 3 / 4, slider.y + slider.height / 2});
  press();
  EXPECT_TRUE(has(latest("changed"), "fluid.gravity = [0, 0, 0."));
  release();
  key("n");
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowSettings, Noise_CanBeChanged) {
  open();
  openSection("controls/physics");
  choose("physics/noise", "philox");
  EXPECT_EQ(answer("changed"), R"(noise.kind = "philox")");
  key("n");
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowSettings, Integrator_TakesItsLambda) {
  open();
  openSection("controls/physics");
  choose("physics/integrator", "velocity-verlet");
  EXPECT_EQ(answer("changed"), R"(integrator.kind = "velocity-verlet")");
  fillSlider("physics/lambda", "1.5");
  EXPECT_TRUE(names(answer("error"), {"λ", "1.5", "0..1"}));
  fillSlider("physics/lambda", "0.5");
  EXPECT_EQ(answer("changed"), "integrator.lambda = 0.5");
  key("n");
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowSettings, StreamsAndDrag_ChangeTheFluid) {
  open();
  openSection("controls/physics");
  fillSlider("physics/poiseuille", "0.05");
  EXPECT_EQ(answer("changed"), "fluid.poiseuille = 0.05");
  fillSlider("physics/drag", "2");
  EXPECT_EQ(answer("changed"), "fluid.drag = 2");
  choose("physics/noise", "karpinski-sequence");
  EXPECT_TRUE(names(answer("error"), {"noise", "karpinski-sequence"}));
}

// Input is handled in the order in which it comes, even if the window's frames are slow.
TEST_F(WindowSettings, LettersAfterClickIntoField_GoToTheField) {
  open();
  key("n");
  EXPECT_EQ(answer("step"), "1");
  std::vector<std::string> words = clickOn("run/path");
  words.insert(words.end(), {"key", "--delay", "0", "r", "e", "s", "t"});
  atOnce(words);
  EXPECT_EQ(latest("restart"), "");
  EXPECT_EQ(latest("changed"), "") << "S switches the sort";
  EXPECT_EQ(latest("engine"), "");
  key("Return");
  EXPECT_TRUE(has(answer("error"), "rest: "));
  EXPECT_EQ(step(), 1);
}

TEST_F(WindowSettings, LettersBeforeClickIntoField_AreShortcuts) {
  open();
  openSection("controls/run");
  std::vector<std::string> words{"key", "--delay", "0", "s"};
  const std::vector<std::string> click = clickOn("run/path");
  words.insert(words.end(), click.begin(), click.end());
  atOnce(words);
  EXPECT_EQ(answer("changed"), R"(sort.mode = "sort")");
}

TEST_F(WindowSettings, LettersAfterClickOutOfField_AreShortcuts) {
  open();
  click("run/path");
  std::vector<std::string> words = clickOn("run/play");
  words.insert(words.end(), {"key", "--delay", "0", "s"});
  atOnce(words);
  EXPECT_EQ(answer("playing"), "yes");
  EXPECT_EQ(answer("changed"), R"(sort.mode = "sort")");
  key("space");
  EXPECT_EQ(answer("playing"), "no");
}

TEST_F(WindowSettings, LettersAfterClickOnList_GoToTheList) {
  open();
  openSection("controls/physics");
  std::vector<std::string> words = clickOn("physics/noise");
  words.insert(words.end(), {"key", "--delay", "0", "s"});
  atOnce(words);
  EXPECT_EQ(latest("changed"), "");
  key("Escape");
}

// The scenario chooses an algorithm of the sort. Without this choice, the fast engine keeps its
// particles in order without a sort.
TEST_F(WindowSettings, Settings_CanChangeWhileTheFluidRuns) {
  open({.scenario = {"equilibrium", "--set", "box.size=[6,6,6]", "--set",
                     "sort.algorithm=\"bucket\""},
        .paused = false});
  for (int i = 0; i < 3; ++i) {
    key("s");
    EXPECT_TRUE(has(answer("changed"), i % 2 == 0 ? R"("sort")" : R"("resort")"));
    key("e");
    EXPECT_EQ(answer("engine"), i % 2 == 0 ? "fast" : "paper");
  }
  key("space");
  EXPECT_EQ(answer("playing"), "no");
}

}  // namespace
}  // namespace gpubuck::test
