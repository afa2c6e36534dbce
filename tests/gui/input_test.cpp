// Input that arrives between two pictures, as on a slow machine: it is handled event by event.
#include <gtest/gtest.h>

#include "gui/window_rig.h"
#include "support/errors.h"

namespace gpubuck::test {
namespace {

struct WindowInput : WindowRig {
  using Words = std::vector<std::string>;
  /// Returns the words of xdotool for several acts, one after the other.
  static Words joined(const std::vector<Words>& acts) {
    Words all;
    for (const Words& words : acts) all.insert(all.end(), words.begin(), words.end());
    return all;
  }
  static Words keys(const Words& names) { return joined({{"key", "--delay", "0"}, names}); }
};

const std::vector<std::string> kClick{"mousedown", "1", "mouseup", "1"};

TEST_F(WindowInput, DoubleClickOnASlider_ResetsIt) {
  open({.scenario = {"equilibrium", "--set", "box.size=[6,6,6]", "--set",
                     "fluid.gravity=[0,0,-0.5]"}});
  openSection("controls/physics");
  fillSlider("physics/gravity/z", "-0.25");
  EXPECT_EQ(answer("changed"), "fluid.gravity = [0, 0, -0.25]");
  const Place slider = place("physics/gravity/z");
  point({slider.x + slider.width / 2, slider.y + slider.height / 2});
  atOnce(joined({kClick, kClick}));
  EXPECT_EQ(latest("changed"), "fluid.gravity = [0, 0, -0.5]");
}

TEST_F(WindowInput, CtrlA_SelectsTheText) {
  open();
  click("run/path");
  tap({"a", "b"});
  atOnce(keys({"ctrl+a"}));
  tap({"x"});
  key("Return");
  EXPECT_TRUE(names(answer("error"), {"x", "file"})) << "the letters before are replaced";
}

TEST_F(WindowInput, ClickAfterAStroke_Counts) {
  open();
  const std::vector<std::string> button = clickOn("run/step");
  point(fluid());
  press();
  point(fluid() + glm::ivec2(30, 0));
  atOnce(joined({{"mouseup", "1"}, button}));
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowInput, EachOfTwoClicks_Counts) {
  open();
  point(fluid());
  atOnce(joined({clickOn("run/step"), kClick}));
  EXPECT_EQ(answer("step"), "1");
  EXPECT_EQ(answer("step"), "2");
}

TEST_F(WindowInput, KeysThatEditText_ActBetweenItsLetters) {
  open();
  point(fluid());
  atOnce(joined({clickOn("run/path"), keys({"a", "b", "BackSpace", "c", "Return", "n"})}));
  EXPECT_TRUE(names(answer("error"), {"ac", "file"}));
  EXPECT_EQ(answer("step"), "1") << "a shortcut again, once the text has been entered";
}

}  // namespace
}  // namespace gpubuck::test
