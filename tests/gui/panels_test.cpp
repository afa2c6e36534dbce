// The panels: their visibility, their contents and their space.
#include <gtest/gtest.h>

#include "gui/pictures.h"
#include "gui/window_rig.h"
#include "support/errors.h"

namespace gpubuck::test {
namespace {

struct WindowPanels : WindowRig {
  /// Returns a picture of the window while no widget and no particle is under the pointer.
  Image calm() {
    point(fluid() + glm::ivec2(0, 240));
    return steady(picture());
  }
};

TEST_F(WindowPanels, Keys_ShowAndHidePanels) {
  open();
  const Image before = calm();
  for (const char* name : {"c", "m", "Tab", "a", "t", "F1", "h"}) {
    key(name);
    EXPECT_NE(calm(), before) << name;
    key(name);
    EXPECT_EQ(calm(), before) << name;
  }
  for (const char* name : {"a", "t", "F1"}) {
    key(name);
    key("Escape");
    EXPECT_EQ(calm(), before) << name;
  }
}

TEST_F(WindowPanels, Checkboxes_ShowAndHidePanels) {
  open();
  click("controls/physics");  // folds the section, since the checkboxes are below it
  const Image before = calm();
  for (const char* box : {"controls/explained", "controls/textures", "controls/help"}) {
    click(box);
    EXPECT_NE(calm(), before) << box;
    click(box);
    EXPECT_EQ(calm(), before) << box;
  }
}

TEST_F(WindowPanels, Figure1_CanBeSteppedToItsEndAndBack) {
  open({.options = {"--panels", "explained"}});
  const std::string first = latest("explained");
  const std::string begin = "figure1 phase 1 of ";
  ASSERT_TRUE(first.starts_with(begin)) << first;
  const std::string phases = first.substr(begin.size());
  const int count = std::stoi(phases);
  EXPECT_GE(count, 4);
  for (int phase = 2; phase <= count; ++phase) {
    click("explained/next");
    EXPECT_EQ(answer("explained"), "figure1 phase " + std::to_string(phase) + " of " + phases);
  }
  click("explained/next");  // greyed out
  EXPECT_EQ(latest("explained"), "figure1 phase " + phases + " of " + phases);
  click("explained/previous");
  EXPECT_EQ(answer("explained"), "figure1 phase " + std::to_string(count - 1) + " of " + phases);
  click("explained/first");
  EXPECT_EQ(answer("explained"), first);
  click("explained/last");
  EXPECT_EQ(answer("explained"), "figure1 phase " + phases + " of " + phases);
}

TEST_F(WindowPanels, Figure1_PlaysWhileTheFluidIsPaused) {
  open({.options = {"--panels", "explained"}});
  click("explained/play");
  EXPECT_TRUE(answer("explained").starts_with("figure1 phase 2 of "));
  EXPECT_TRUE(answer("explained").starts_with("figure1 phase 3 of "));
}

TEST_F(WindowPanels, OwnExample_IsSorted) {
  open({.options = {"--panels", "explained"}});
  click("explained/own");
  EXPECT_TRUE(answer("explained").starts_with("own phase 1 of "));
  click("explained/own/elements/more");
  click("explained/own/shuffle");
  click("explained/last");
  EXPECT_TRUE(answer("explained").starts_with("own phase "));
}

TEST_F(WindowPanels, Textures_AreShown) {
  open({.options = {"--panels", "textures"}});
  const Place picture = place("textures/picture");
  EXPECT_GT(picture.width, 100);
  const glm::ivec2 middle{picture.x + picture.width / 2, picture.y + picture.height / 2};
  std::vector<Image> seen{calm()};
  for (const char* choice : {"textures/texture/next", "textures/mode/visited",
                             "textures/texture/head", "textures/zoom/4"}) {
    click(choice);
    const Image now = calm();
    for (const Image& earlier : seen) EXPECT_NE(now, earlier) << choice;
    seen.push_back(now);
  }
  wheel(middle, 2);
  drag(middle, {20, 20});
}

TEST_F(WindowPanels, Picture_FollowsTheWindowSize) {
  open();
  const Image before = pictureOfFluid();
  for (const glm::ivec2 size :
       {glm::ivec2(1390, 990), glm::ivec2(700, 600), glm::ivec2(480, 320)}) {
    resize(size);
    const Image whole = picture();
    EXPECT_EQ(glm::ivec2(whole.width, whole.height), size);
    EXPECT_NE(pictureOfFluid(), before);
    // The most important widgets, such as this button, still have room.
    click("run/step");
    answer("step");
  }
  resize({1280, 900});
  key("r");
  answer("restart");
  EXPECT_EQ(pictureOfFluid(), before);
}

TEST_F(WindowPanels, NarrowWindow_ShowsControlsOrMeasurements) {
  open({.size = {800, 600}});
  EXPECT_TRUE(hasBeenShown("controls/run"));
  EXPECT_FALSE(hasBeenShown("measurements/statistics"));
  click("side/measurements");
  EXPECT_TRUE(hasBeenShown("measurements/statistics"));
  const Image measurements = pictureOfFluid();
  key("c");
  click("run/step");
  EXPECT_EQ(answer("step"), "1");
  key("m");
  EXPECT_EQ(glm::ivec2(pictureOfFluid().width, 600), glm::ivec2(measurements.width, 600));
}

TEST_F(WindowPanels, Escape_ClosesAnOpenListOnly) {
  open({.options = {"--panels", "help"}, .size = {900, 760}});
  openSection("controls/sort");
  click("sort/algorithm");
  EXPECT_TRUE(hasBeenShown("sort/algorithm/radix"));
  key("s");  // shortcuts wait
  key("Escape");
  key("n");
  EXPECT_EQ(answer("step"), "1");
  EXPECT_EQ(latest("changed"), "");
  const Image withHelp = calm();
  key("Escape");
  EXPECT_NE(calm(), withHelp);
}

TEST_F(WindowPanels, Panels_OpenSideBySideOrReplaceEachOther) {
  open();
  Image before = calm();
  key("t");
  key("a");
  EXPECT_TRUE(hasBeenShown("explained/next"));
  EXPECT_GE(place("explained/next").x,
            place("textures/picture").x + place("textures/picture").width);
  key("Escape");  // closes the textures
  EXPECT_NE(calm(), before);
  click("explained/next");
  EXPECT_TRUE(answer("explained").starts_with("figure1 phase 2"));
  key("Escape");
  EXPECT_EQ(calm(), before);
  resize({800, 600});
  before = pictureOfFluid();
  key("t");
  key("a");
  key("Escape");  // there is room for only one panel
  click("run/step");
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowPanels, Dialog_LeavesTheFluidAsItIs) {
  open();
  point({100, 880});
  const Image before = crop(shown(), {340, 100}, {300, 60});
  click("run/open/files");
  EXPECT_TRUE(hasBeenShown("files/accept"));
  EXPECT_TRUE(waitUntil(
      [&] {
        return crop(shown(), {340, 100}, {300, 60}) == before;
      },
      kPatience))
      << "no veil";
  key("Escape");
}

TEST_F(WindowPanels, Keys_FollowTheirLabels) {
  outputOf({"setxkbmap", "fr"});
  open({.size = {900, 760}});
  key("q");  // this key is labelled A on other keyboards
  EXPECT_FALSE(hasBeenShown("explained/next"));
  key("a");
  EXPECT_TRUE(hasBeenShown("explained/next"));
  key("ctrl+a");  // does not quit
  key("n");
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowPanels, ShortKeyPress_Counts) {
  open({.size = {900, 760}});
  click("run/path");
  tap({"x", "Return", "Shift_L"});
  EXPECT_TRUE(names(answer("error"), {"x", "file"}));
}

TEST_F(WindowPanels, Shortcuts_WorkTwice) {
  open();
  // All keys that the help lists, except the keys that end the program, which lifetime_test
  // presses.
  const std::vector<std::string> keys{
      "space",   "n", "Right",  "r",      "shift+equal", "equal",  "minus",      "s",
      "e",       "1", "2",      "3",      "4",           "5",      "Home",       "p",
      "shift+p", "v", "a",      "t",      "c",           "m",      "Tab",        "F11",
      "F1",      "h", "Escape", "ctrl+s", "Escape",      "KP_Add", "KP_Subtract"};
  for (const std::string& name : keys) {
    for (int i = 0; i < 2; ++i) key(name);
  }
  key("n");
  answer("step");
}

}  // namespace
}  // namespace gpubuck::test
