#include "render/annotations.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "render/canvas.h"
#include "render/text.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr glm::vec3 kNight{0.1f, 0.2f, 0.3f};

cells::Box cube(int dimensions = 3) {
  cells::Box box;
  box.size = {8, 8, 8};
  box.dimensions = dimensions;
  return box;
}

glm::ivec3 rgbAt(const Image& image, int x, int y) {
  const std::uint8_t* rgb = image.rgb.data() + 3 * (y * image.width + x);
  return {rgb[0], rgb[1], rgb[2]};
}

class AnnotationsTest : public test::GpuTest {
 protected:
  Camera from(double azimuth, double elevation, int dimensions = 3) const {
    return fitCamera(cube(dimensions), {azimuth, elevation, 1}, double(area_.width) / area_.height);
  }
  Image draw(const Camera& camera, const AnnotationLook& look, int dimensions = 3) {
    const Canvas canvas(400, 300);
    clearFramebuffer(400, 300, kNight, canvas.framebuffer());
    annotations_.draw(camera, dimensions, look, area_, canvas.framebuffer());
    return canvas.read();
  }
  AnnotationLook onlyLegend() const {
    return {.axes = false,
            .scaleBar = false,
            .legend = {.title = "t", .swatches = {{{1.0f, 0.0f, 0.0f}, "red"}}},
            .background = kNight};
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  Annotations annotations_{device_};
  Viewport area_{20, 30, 360, 240};
};

RC_GTEST_PROP(RoundLength, IsTheLargestRoundNumberThatFits, ()) {
  const int power = *rc::gen::inRange(-6, 7);
  const double most = std::pow(10.0, power) * (1.0 + 1e-3 * *rc::gen::inRange(0, 9000));
  const double length = roundLength(most);
  RC_ASSERT(length <= most);
  RC_ASSERT(length * 2.5 > most * (1.0 - 1e-12));  // largest ratio of successive lengths: 5 / 2
  const double digit = length / std::pow(10.0, std::floor(std::log10(length * 1.000001)));
  const bool isRound =
      std::abs(digit - 1.0) < 1e-9 || std::abs(digit - 2.0) < 1e-9 || std::abs(digit - 5.0) < 1e-9;
  RC_ASSERT(isRound);
}

// Two points in the middle plane of the box, one unit apart across the line of sight, are as many
// pixels apart as pixelsPerLength() returns.
TEST(PixelsPerLength, HoldsInTheMiddleOfTheBox) {
  constexpr int kSide = 500;
  for (const int dimensions : {2, 3}) {
    const Camera camera = fitCamera(cube(dimensions), {25, dimensions == 2 ? 90.0 : 35.0, 1.5}, 1);
    const float z = -(camera.nearDepth + camera.farDepth) / 2.0f;
    const auto place = [&](float y) {
      const glm::vec4 clip = camera.projection * glm::vec4(0.0f, y, z, 1.0f);
      return (0.5 + 0.5 * clip.y / clip.w) * kSide;
    };
    EXPECT_NEAR(place(1.0f) - place(0.0f), pixelsPerLength(camera, kSide), 1e-3);
  }
}

// An overlay over a background looks like annotations that are drawn directly on the background.
// Both pictures, and the mixture of overlay and background, are rounded to bytes.
TEST_F(AnnotationsTest, Overlay_LooksAsDrawnOnThePicture) {
  const glm::ivec2 size(90, 40);
  const auto paint = [](Image& image) {
    fillRectangle(image, {10.0, 5.0}, {60.0, 30.0}, {0.0f, 0.0f, 0.0f}, 0.6f);
    drawLine(image, {3.0, 3.0}, {80.0, 33.5}, 2.5, {0.9f, 0.1f, 0.5f});
    drawText(image, 20.0, 30.0, "µm g", 20.0, {1.0f, 1.0f, 0.2f});
  };
  const Canvas canvas(size.x, size.y);
  clearFramebuffer(size.x, size.y, kNight, canvas.framebuffer());
  OverlayPass pass(device_);
  const Overlay overlay(size, paint);
  pass.draw(overlay, {0, 0});
  const Image laid = canvas.read();
  clearFramebuffer(size.x, size.y, kNight, canvas.framebuffer());
  Image drawn = canvas.read();
  paint(drawn);
  int other = 0;
  for (std::size_t k = 0; k < drawn.rgb.size(); ++k) {
    EXPECT_NEAR(laid.rgb[k], drawn.rgb[k], 3) << k;
    other += drawn.rgb[k] == 255 ? 1 : 0;
  }
  EXPECT_GT(other, 20);
}

TEST_F(AnnotationsTest, ScaleBar_HasItsStatedLength) {
  const Camera camera = from(30, 20);
  const AnnotationLook look{.axes = false, .background = kNight};
  const Image image = draw(camera, look);
  const double scale = pixelsPerLength(camera, area_.height);
  const double length = roundLength(0.2 * area_.width / scale);
  int longest = 0;
  for (int y = 0; y < image.height; ++y) {
    int bright = 0;
    for (int x = 0; x < image.width; ++x) bright += rgbAt(image, x, y).r > 150 ? 1 : 0;
    longest = std::max(longest, bright);
  }
  EXPECT_NEAR(longest, length * scale, 1.0);
}

// Seen from the front, the x axis is red and points to the right, and the z axis is blue and points
// up.
TEST_F(AnnotationsTest, Axes_PointAlongTheBox) {
  const AnnotationLook look{.scaleBar = false, .background = kNight};
  const auto middleOf = [&](const Image& image, int channel) {
    glm::dvec3 sum(0.0);
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        const glm::ivec3 rgb = rgbAt(image, x, y);
        const int others = std::max(rgb[(channel + 1) % 3], rgb[(channel + 2) % 3]);
        if (rgb[channel] > others + 80) sum += glm::dvec3(x, y, 1.0);
      }
    }
    return sum / std::max(sum.z, 1.0);
  };
  const Image front = draw(from(0, 0), look);
  EXPECT_GT(middleOf(front, 0).x, middleOf(front, 2).x + 10.0);
  EXPECT_GT(middleOf(front, 0).y, middleOf(front, 2).y + 10.0);
  const Image back = draw(from(180, 0), look);
  EXPECT_LT(middleOf(back, 0).x, middleOf(back, 2).x - 10.0);
  const Image flat = draw(from(0, 90, 2), look, 2);
  EXPECT_EQ(middleOf(flat, 2).z, 0.0) << "two dimensions have no z";
  EXPECT_EQ(middleOf(flat, 0).z, 1.0);
}

// The camera looks along y from a little above. The y axis therefore points upwards in the picture,
// as the z axis does.
TEST_F(AnnotationsTest, AxisPointingAway_IsDrawnFirst) {
  const Image image = draw(from(0, 25), {.scaleBar = false, .background = kNight});
  double sum = 0.0;
  int blue = 0, green = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const glm::ivec3 rgb = rgbAt(image, x, y);
      if (rgb.b > std::max(rgb.r, rgb.g) + 80) sum += x, ++blue;
      if (rgb.g > std::max(rgb.r, rgb.b) + 30) ++green;
    }
  }
  ASSERT_GT(blue, 10);
  EXPECT_GT(green, 3) << "the head and the name of y are wider than z";
  const int column = static_cast<int>(std::lround(sum / blue));
  for (int y = 0; y < image.height; ++y) {
    const glm::ivec3 rgb = rgbAt(image, column, y);
    EXPECT_LE(rgb.g, rgb.b + 10) << "row " << y;
  }
}

// Without an outline, the axes would be invisible over a fluid of the same colour.
TEST_F(AnnotationsTest, Axes_HaveAnOutlineInTheBackgroundColour) {
  const Image image = draw(from(0, 0), {.scaleBar = false, .background = {1.0f, 1.0f, 1.0f}});
  int white = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) white += rgbAt(image, x, y) == glm::ivec3(255) ? 1 : 0;
  }
  EXPECT_GT(white, 100);
}

TEST_F(AnnotationsTest, Each_CanBeHiddenAndStaysInTheViewport) {
  AnnotationLook look = onlyLegend();
  look.axes = look.scaleBar = true;
  const Camera camera = from(30, 20);
  std::set<std::vector<std::uint8_t>> pictures;
  for (int k = 0; k < 8; ++k) {
    AnnotationLook some = look;
    some.axes = (k & 1) != 0;
    some.scaleBar = (k & 2) != 0;
    if ((k & 4) == 0) some.legend = {};
    const Image image = draw(camera, some);
    EXPECT_EQ(draw(camera, some).rgb, image.rgb);
    pictures.insert(image.rgb);
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        const int up = image.height - 1 - y;
        if (x >= 20 && x < 380 && up >= 30 && up < 270) continue;
        ASSERT_EQ(rgbAt(image, x, y), rgbAt(image, 0, 0)) << x << ' ' << y;
      }
    }
  }
  EXPECT_EQ(pictures.size(), 8u);
}

TEST_F(AnnotationsTest, SmallPicture_OmitsWhatDoesNotFit) {
  area_ = {5, 5, 30, 20};
  const Image image = draw(from(30, 20), onlyLegend());
  for (std::size_t k = 3; k < image.rgb.size(); ++k) ASSERT_EQ(image.rgb[k], image.rgb[k - 3]);
}

TEST_F(AnnotationsTest, Swatch_OfTheBackgroundsColour_HasARim) {
  AnnotationLook look = onlyLegend();
  look.legend = {.swatches = {{kNight, " "}}};
  const Image image = draw(from(30, 20), look);
  const auto [darkest, brightest] = std::ranges::minmax(image.rgb);
  EXPECT_GT(brightest, darkest + 60);
}

// A lecture room reads the legend from afar, also over a fluid of many colours.
TEST_F(AnnotationsTest, Plate_CoversMostOfThePictureUnderTheText) {
  const auto corner = [this](const glm::vec3& ground) {
    const Canvas canvas(400, 300);
    clearFramebuffer(400, 300, ground, canvas.framebuffer());
    annotations_.draw(from(30, 20), 3, onlyLegend(), area_, canvas.framebuffer());
    return rgbAt(canvas.read(), 362, 47);  // within the legend's plate, away from its text
  };
  const glm::ivec3 onBlack = corner(glm::vec3(0.0f)), onWhite = corner(glm::vec3(1.0f));
  EXPECT_GT(onWhite.r, onBlack.r) << "the fluid is still seen through it";
  EXPECT_LT(onWhite.r - onBlack.r, 255 / 5);
}

TEST(Swatch, PaleOnALightBackground_HasARim) {
  Image image{20, 20, std::vector<std::uint8_t>(1200, 245)};
  drawSwatch(image, {10.0, 10.0}, 6.0, glm::vec3(0.75f), kLightBackground);
  EXPECT_LT(std::ranges::min(image.rgb), 150);
}

// The pictures are the same except for the place of the legend. If there is no room for the legend,
// it is left out.
TEST_F(AnnotationsTest, Legend_LeavesRoomAbove) {
  const Camera camera = from(30, 20);
  AnnotationLook look = onlyLegend();
  const Image high = draw(camera, look);
  look.aboveLegend = 50;
  const Image low = draw(camera, look);
  const std::size_t bytes = 3 * static_cast<std::size_t>(high.width) * 50;
  EXPECT_TRUE(std::equal(high.rgb.begin(), high.rgb.end() - bytes, low.rgb.begin() + bytes));
  EXPECT_NE(low.rgb, high.rgb);
  look.aboveLegend = area_.height;
  AnnotationLook none = look;
  none.legend = {};
  EXPECT_EQ(draw(camera, look).rgb, draw(camera, none).rgb);
}

}  // namespace
}  // namespace gpubuck::render
