#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <glm/vec2.hpp>

#include "render/frame_renderer.h"
#include "render/text.h"
#include "scenario/scenario.h"

namespace gpubuck::render {
namespace {

Image whiteImage(int width, int height) {
  return {width, height, std::vector<std::uint8_t>(3u * width * height, 255)};
}

glm::ivec3 pixel(const Image& image, int x, int y) {
  const std::uint8_t* rgb = image.rgb.data() + 3 * (y * image.width + x);
  return {rgb[0], rgb[1], rgb[2]};
}

/// The number of pixels for which `holds` returns true, and the smallest rectangle around these
/// pixels.
struct Marks {
  int count = 0;
  int left = 1 << 30, right = -1, top = 1 << 30, bottom = -1;
};
Marks find(const Image& image, const std::function<bool(const glm::ivec3&)>& holds) {
  Marks marks;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      if (!holds(pixel(image, x, y))) continue;
      ++marks.count;
      marks.left = std::min(marks.left, x);
      marks.right = std::max(marks.right, x);
      marks.top = std::min(marks.top, y);
      marks.bottom = std::max(marks.bottom, y);
    }
  }
  return marks;
}
Marks findMarks(const Image& image) {
  return find(image, [](const glm::ivec3& rgb) { return rgb != glm::ivec3(255); });
}

scenario::Scenario scenarioOf(const std::vector<dpd::Species>& species) {
  scenario::Scenario scenario;
  scenario.fluid.species = species;
  return scenario;
}

TEST(Text, MarksTheReportedPixels) {
  Image image = whiteImage(200, 60);
  drawText(image, 20.0, 40.0, "HEH", 24.0, glm::vec3(0.0f));
  const Marks marks = findMarks(image);
  // The letter H is on the base line and 0.729 em high. Its left stem begins 0.1 em from its left
  // edge, and its right stem ends 0.1 em from its right edge.
  EXPECT_EQ(marks.bottom, 39);
  EXPECT_NEAR(marks.bottom + 1 - marks.top, 0.729 * 24.0, 1.0);
  EXPECT_NEAR(marks.left, 20.0 + 0.1 * 24.0, 1.0);
  EXPECT_NEAR(marks.right + 1, 20.0 + textWidth("HEH", 24.0) - 0.1 * 24.0, 1.0);
}

TEST(Text, IsAntiAliasedAndReachesFullInk) {
  Image image = whiteImage(60, 60);
  drawText(image, 5.0, 50.0, "O", 48.0, glm::vec3(1.0f, 0.0f, 0.0f));
  EXPECT_GT(find(image, [](auto rgb) { return rgb == glm::ivec3(255, 0, 0); }).count, 100);
  EXPECT_GT(find(image, [](auto rgb) { return rgb.g > 60 && rgb.g < 200; }).count, 20);
}

TEST(Text, ClipsAtThePicture) {
  Image image = whiteImage(20, 20);
  drawText(image, -30.0, 3.0, "WWWWWWWWWW", 24.0, glm::vec3(0.0f));
  drawText(image, 5.0, 35.0, "WWWWWWWWWW", 24.0, glm::vec3(0.0f));
  EXPECT_EQ(image.rgb.size(), 1200u);
  EXPECT_GT(findMarks(image).count, 0);
}

TEST(Text, MalformedUtf8_IsOneReplacement) {
  const double replacement = textWidth("\xEF\xBF\xBD", 20.0);
  EXPECT_NE(textWidth("×", 20.0), replacement);
  EXPECT_LT(textWidth("é", 20.0), textWidth("ee", 20.0));
  for (const char* text : {"\xFF", "\x80", "\xC3", "\xE2\x82", "\xF0\x9F\x98"}) {
    EXPECT_DOUBLE_EQ(textWidth(text, 20.0), replacement);
  }
  EXPECT_DOUBLE_EQ(textWidth("", 20.0), 0.0);
}

class ColumnWidthTest : public ::testing::TestWithParam<glm::ivec2> {};

TEST_P(ColumnWidthTest, Contents_FitTheWidth) {
  const glm::ivec2 size = GetParam();
  Image image = whiteImage(size.x, size.y);
  scenario::Scenario scenario =
      scenarioOf({{.name = "a species with a long name", .fraction = 1.0, .colour = "#cc3311"},
                  {.name = "WWWWWWWWWWWWWWWWWWWWWWWWW", .fraction = 0.0, .colour = "#1133dd"}});
  scenario.name = "A title of several words and Donaudampfschifffahrtsgesellschaft";
  scenario.fluid.box.size = {1000.0, 1000.0, 1000.0};
  scenario.fluid.density = 0.016777215;
  drawColumn(image, frameSubject(scenario), 123456789, 1234567.89);
  const Marks marks = findMarks(image);
  EXPECT_GT(marks.count, 0);
  EXPECT_GT(marks.left, 0);
  EXPECT_GT(marks.top, 0);
  EXPECT_LT(marks.bottom, size.y - 1);
  // One pixel is added for the soft edge of a letter.
  EXPECT_LE(marks.right, columnWidth(size.x, size.y));
}
INSTANTIATE_TEST_SUITE_P(Sizes, ColumnWidthTest,
                         ::testing::Values(glm::ivec2(1280, 720), glm::ivec2(640, 360),
                                           glm::ivec2(600, 900), glm::ivec2(3840, 2160)));

TEST(Column, Legend_ShowsColoursAndHiddenSpeciesHollow) {
  scenario::Scenario scenario =
      scenarioOf({{.name = "first", .fraction = 0.5, .colour = "#0066cc"},
                  {.name = "second", .fraction = 0.5, .colour = "#cc6600"}});
  const auto countOf = [](const Image& image, const glm::ivec3& colour) {
    return find(image, [&](auto rgb) { return rgb == colour; }).count;
  };
  Image shown = whiteImage(1280, 720);
  drawColumn(shown, frameSubject(scenario), 0, 0.0);
  // A swatch has a radius of 8 pixels and a soft rim, so that its full part has a radius of 7 at
  // least.
  EXPECT_GT(countOf(shown, {0, 102, 204}), 153);
  EXPECT_GT(countOf(shown, {204, 102, 0}), 153);

  Image hidden = whiteImage(1280, 720);
  scenario.view.hidden = {1};
  drawColumn(hidden, frameSubject(scenario), 0, 0.0);
  EXPECT_EQ(countOf(hidden, {0, 102, 204}), countOf(shown, {0, 102, 204}));
  EXPECT_GT(countOf(hidden, {204, 102, 0}), 0);
  EXPECT_LT(countOf(hidden, {204, 102, 0}), countOf(shown, {204, 102, 0}) / 2);
}

TEST(Column, TitleStepAndTime_ChangeThePicture) {
  const auto drawn = [&](const std::string& title, std::int64_t step, double time) {
    Image image = whiteImage(640, 360);
    scenario::Scenario scenario = scenarioOf({{.name = "one", .colour = ""}});
    scenario.name = title;
    drawColumn(image, frameSubject(scenario), step, time);
    return image.rgb;
  };
  const auto plain = drawn("title", 10, 0.1);
  EXPECT_EQ(plain, drawn("title", 10, 0.1));
  EXPECT_NE(plain, drawn("other", 10, 0.1));
  EXPECT_NE(plain, drawn("title", 11, 0.1));
  EXPECT_NE(plain, drawn("title", 10, 0.2));
}

}  // namespace
}  // namespace gpubuck::render
