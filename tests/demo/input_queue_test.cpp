// The events of keyboard and mouse that act in one picture.
#include "demo/widgets/gui.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace gpubuck::demo {
namespace {

gl::Input down(int key, int modifiers = 0) {
  return {gl::KeyPress{.key = key, .modifiers = modifiers}};
}
gl::Input up(int key) { return {gl::KeyPress{.key = key, .up = true}}; }
gl::Input character(char typed) { return {gl::Character{static_cast<unsigned>(typed)}}; }
gl::Input button(bool isDown, double x) {
  return {gl::ButtonEvent{.button = 0, .down = isDown, .place = {x, 0.0}}};
}

std::string nameOf(const gl::Input& input) {
  if (const auto* key = std::get_if<gl::KeyPress>(&input.event)) {
    return fmt::format("{}{}", key->up ? "-" : "+", key->key);
  }
  if (const auto* typed = std::get_if<gl::Character>(&input.event)) {
    return fmt::format("'{}'", static_cast<char>(typed->code));
  }
  if (const auto* press = std::get_if<gl::ButtonEvent>(&input.event)) {
    return fmt::format("{}button", press->down ? "+" : "-");
  }
  return std::holds_alternative<gl::WheelTurn>(input.event) ? "wheel" : "presence";
}

/// Returns the names of the events by picture, such as "a b | c".
std::string pictures(InputQueue& queue, bool typing) {
  std::string text;
  while (!queue.isEmpty()) {
    if (!text.empty()) text += "| ";
    while (const auto input = queue.next(typing)) text += nameOf(*input) + " ";
    queue.endPicture();
    if (text.size() > 1000) return text + "...";
  }
  return text;
}

std::string picturesOf(std::vector<gl::Input> inputs, bool typing) {
  InputQueue queue;
  queue.add(std::move(inputs));
  return pictures(queue, typing);
}

TEST(InputQueue, EachPressOfTheMouse_HasAPictureOfItsOwn) {
  EXPECT_EQ(picturesOf({button(true, 1.0), button(false, 1.0), button(true, 2.0)}, false),
            "+button | -button | +button ");
}

TEST(InputQueue, Click_IsAtItsPlace) {
  InputQueue queue;
  EXPECT_EQ(queue.pointer(glm::dvec2(9.0, 0.0)), glm::dvec2(9.0, 0.0));
  queue.add({button(true, 1.0), button(false, 2.0)});
  queue.next(false);
  EXPECT_EQ(queue.pointer(glm::dvec2(9.0, 0.0)), glm::dvec2(1.0, 0.0));
  queue.endPicture();
  queue.next(false);
  EXPECT_EQ(queue.pointer(glm::dvec2(9.0, 0.0)), glm::dvec2(2.0, 0.0));
  queue.endPicture();
  EXPECT_EQ(queue.pointer(glm::dvec2(9.0, 0.0)), glm::dvec2(9.0, 0.0));
}

TEST(InputQueue, KeysAfterAClick_WaitForThePictureThatKnowsTheirWidget) {
  EXPECT_EQ(picturesOf({button(true, 1.0), down('S'), character('s'), up('S')}, false),
            "+button | +83 's' -83 ");
  EXPECT_EQ(picturesOf({down('S'), up('S'), button(true, 1.0)}, false), "+83 -83 | +button ");
}

TEST(InputQueue, Shortcuts_DoNotWaitForEachOther) {
  EXPECT_EQ(picturesOf({down('N'), up('N'), down('N'), up('N'), down(GLFW_KEY_PAGE_DOWN),
                        up(GLFW_KEY_PAGE_DOWN)},
                       false),
            fmt::format("+78 -78 +78 -78 +{0} -{0} ", GLFW_KEY_PAGE_DOWN));
}

TEST(InputQueue, Text_IsOnePictureBetweenKeysThatEditIt) {
  constexpr int kBack = GLFW_KEY_BACKSPACE;
  EXPECT_EQ(picturesOf({down('A'), character('a'), up('A'), down('B'), character('b'), up('B'),
                        down(kBack), up(kBack), down(kBack), up(kBack), down('C'), character('c')},
                       true),
            fmt::format("+65 'a' -65 +66 'b' -66 | +{0} | -{0} | +{0} | -{0} +67 'c' ", kBack));
}

TEST(InputQueue, CtrlA_IsHeldForOnePicture) {
  constexpr int kControl = GLFW_KEY_LEFT_CONTROL;
  EXPECT_EQ(picturesOf({down(kControl), down('A', GLFW_MOD_CONTROL), up('A'), up(kControl),
                        down('X'), character('x')},
                       true),
            fmt::format("+{0} +65 | -65 -{0} +88 'x' ", kControl));
  EXPECT_EQ(
      picturesOf({down('X'), character('x'), down(kControl), down('A', GLFW_MOD_CONTROL)}, true),
      fmt::format("+88 'x' | +{} +65 ", kControl))
      << "with Ctrl held the letter would be no text";
}

TEST(InputQueue, SpaceBar_TypesInThePictureOfItsPress) {
  EXPECT_EQ(picturesOf({down(' '), character(' '), up(' '), down('B'), character('b')}, true),
            "+32 ' ' | -32 +66 'b' ");
}

TEST(InputQueue, Clear_KeepsReleases) {
  InputQueue queue;
  queue.clear();
  EXPECT_TRUE(queue.isEmpty());
  queue.add({button(true, 1.0), down('A'), character('a'), up('A'), button(false, 1.0)});
  queue.clear();
  EXPECT_EQ(pictures(queue, false), "-65 -button ");
}

}  // namespace
}  // namespace gpubuck::demo
