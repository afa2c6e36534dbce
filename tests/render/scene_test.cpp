#include "render/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <random>

#include "render/canvas.h"
#include "scene_target.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

const std::array<glm::vec3, 2> kColours{glm::vec3(0.9f, 0.1f, 0.1f), glm::vec3(0.1f, 0.1f, 0.9f)};
const glm::vec3 kDark(0.15f, 0.16f, 0.18f);
constexpr std::array kStyles{ParticleStyle::Spheres, ParticleStyle::Points, ParticleStyle::Surface};
constexpr int kWidth = 90;
constexpr int kHeight = 60;

cells::Box boxOf(int dimensions = 3) {
  cells::Box box;
  box.size = {8, 8, 8};
  box.dimensions = dimensions;
  return box;
}

SceneLook lookOf(bool occlusion = true) {
  SceneLook look;
  look.view.camera = {20, 15, 1};
  look.occlusion = occlusion;
  return look;
}

glm::vec3 pixel(const Image& image, int x, int y) {
  const std::uint8_t* rgb = image.rgb.data() + 3 * (y * image.width + x);
  return glm::vec3(rgb[0], rgb[1], rgb[2]) / 255.0f;
}

int countOther(const Image& image, const glm::vec3& colour) {
  int count = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      count += glm::distance(pixel(image, x, y), colour) > 0.01f ? 1 : 0;
    }
  }
  return count;
}

class SceneTest : public test::GpuTest {
 protected:
  texel::Vec4Array upload(const std::vector<glm::vec4>& values) {
    return {device_, "position", values};
  }
  texel::Vec4Array randomParticles(int count) {
    std::mt19937 generator(7);
    std::uniform_real_distribution<float> place(0.0f, 8.0f);
    std::vector<glm::vec4> particles;
    for (int k = 0; k < count; ++k) {
      const glm::vec3 at(place(generator), place(generator), place(generator));
      particles.emplace_back(at, k % 2);
    }
    return upload(particles);
  }
  Image draw(Scene& scene, const texel::Vec4Array& position, const SceneLook& look,
             int width = kWidth, int height = kHeight) {
    SceneTarget target(width, height);
    target.begin();
    scene.draw(position, look, {0, 0, width, height}, target.framebuffer());
    return readFramebuffer(width, height, target.framebuffer());
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
};

TEST_F(SceneTest, FillsItsViewportOnly) {
  const texel::Vec4Array position = randomParticles(300);
  for (const int sampling : {1, 2}) {
    for (const bool occlusion : {false, true}) {
      Scene scene(device_, boxOf(), kColours, sampling);
      SceneLook look = lookOf(occlusion);
      look.shadows = sampling == 2;
      look.background = kDark;
      const Image alone = draw(scene, position, look);
      SceneTarget target(kWidth + 30, kHeight + 20);
      target.begin();
      scene.draw(position, look, {20, 5, kWidth, kHeight}, target.framebuffer());
      target.read();
      int outside = 0;
      for (int y = 0; y < target.height(); ++y) {
        for (int x = 0; x < target.width(); ++x) {
          const bool inside = x >= 20 && x < 20 + kWidth && y >= 5 && y < 5 + kHeight;
          const glm::vec3 expected =
              inside ? pixel(alone, x - 20, kHeight - 1 - (y - 5)) : glm::vec3(1.0f);
          ASSERT_EQ(target.at(x, y), expected) << sampling << occlusion << ' ' << x << ' ' << y;
          outside += inside ? 0 : 1;
        }
      }
      EXPECT_GT(outside, 0);
      EXPECT_GT(countOther(alone, kDark), 500);
    }
  }
}

TEST_F(SceneTest, WithoutOcclusion_PixelIsTheMeanOfItsSamples) {
  const texel::Vec4Array position = randomParticles(300);
  Scene coarse(device_, boxOf(), kColours, 2);
  Scene fine(device_, boxOf(), kColours, 1);
  const Image picture = draw(coarse, position, lookOf(false));
  const Image samples = draw(fine, position, lookOf(false), 2 * kWidth, 2 * kHeight);
  // The picture with one sample per pixel has smoothed edges. Only places without edges are
  // compared.
  const auto isEven = [&](int x, int y) {
    glm::vec3 low(1.0f), high(0.0f);
    for (int k = 0; k < 16; ++k) {
      const int across = std::clamp(2 * x - 1 + k % 4, 0, 2 * kWidth - 1);
      const int down = std::clamp(2 * y - 1 + k / 4, 0, 2 * kHeight - 1);
      low = glm::min(low, pixel(samples, across, down));
      high = glm::max(high, pixel(samples, across, down));
    }
    return glm::all(glm::lessThan(high - low, glm::vec3(0.04f)));
  };
  int compared = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      if (!isEven(x, y)) continue;
      ++compared;
      const glm::vec3 mean =
          (pixel(samples, 2 * x, 2 * y) + pixel(samples, 2 * x + 1, 2 * y) +
           pixel(samples, 2 * x, 2 * y + 1) + pixel(samples, 2 * x + 1, 2 * y + 1)) /
          4.0f;
      // The driver interpolates bytes, which may be off by one.
      EXPECT_LT(glm::distance(pixel(picture, x, y), mean), 1.01f * std::sqrt(3.0f) / 255.0f);
    }
  }
  EXPECT_GT(compared, kWidth * kHeight / 4);
}

TEST_F(SceneTest, Occlusion_DarkensHollowsOnly) {
  const texel::Vec4Array position = randomParticles(1500);
  Scene scene(device_, boxOf(), kColours, 2);
  const Image plain = draw(scene, position, lookOf(false));
  const Image shaded = draw(scene, position, lookOf(true));
  int darker = 0;
  for (std::size_t k = 0; k < plain.rgb.size(); ++k) {
    // The two means may be rounded in different directions.
    EXPECT_LE(shaded.rgb[k], plain.rgb[k] + 1);
    darker += shaded.rgb[k] + 10 < plain.rgb[k] ? 1 : 0;
  }
  EXPECT_GT(darker, 500);
}

TEST_F(SceneTest, EmptyBox_ShowsItsOutlineOnAnyBackground) {
  const texel::Vec4Array nothing = upload({});
  for (const int dimensions : {2, 3}) {
    Scene scene(device_, boxOf(dimensions), kColours, 1);
    for (const glm::vec3 background : {glm::vec3(1.0f), glm::vec3(0.0f), kDark}) {
      SceneLook look = lookOf();
      look.background = background;
      if (dimensions == 2) look.view.camera = {0, 90, 1};
      const Image image = draw(scene, nothing, look);
      EXPECT_GT(countOther(image, background), kHeight);  // the lines of the box are dashed
      EXPECT_LT(countOther(image, background), kWidth * kHeight / 3);
      float contrast = 0.0f;
      for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
          contrast = std::max(contrast, std::abs(pixel(image, x, y).g - background.g));
        }
      }
      // A line one pixel wide may lie between two pixels.
      EXPECT_GT(contrast, 0.3f);
      look.outline = false;
      EXPECT_EQ(countOther(draw(scene, nothing, look), background), 0);
    }
  }
}

TEST_F(SceneTest, AnySize_CanFollowAnother) {
  const texel::Vec4Array position = randomParticles(100);
  for (const int sampling : {1, 2}) {
    Scene scene(device_, boxOf(), kColours, sampling);
    const Image first = draw(scene, position, lookOf());
    for (const auto& [width, height] :
         {std::pair{1, 1}, {1, 50}, {50, 1}, {kWidth, 7}, {300, kHeight}, {2, 2}}) {
      Scene fresh(device_, boxOf(), kColours, sampling);
      for (const bool occlusion : {false, true}) {
        for (const ParticleStyle style : kStyles) {
          SceneLook look = lookOf(occlusion);
          look.style = style;
          EXPECT_EQ(draw(scene, position, look, width, height).rgb,
                    draw(fresh, position, look, width, height).rgb)
              << width << " x " << height;
        }
      }
    }
    EXPECT_EQ(draw(scene, position, lookOf()).rgb, first.rgb);
  }
}

// The last stripe may have fewer columns than the others, and a stripe may be a single column. A
// GPU may round the corners of a sphere otherwise in another viewport, which moves its rim by 1/256
// of a sample and so can change single samples at rims.
TEST_F(SceneTest, Stripes_MakeTheSamePicture) {
  const texel::Vec4Array position = randomParticles(200);
  for (const std::int64_t mostSamples : {4 * kWidth * kHeight / 3, 2 * kHeight, 1}) {
    Scene whole(device_, boxOf(), kColours, 2);
    Scene inStripes(device_, boxOf(), kColours, 2, mostSamples);
    SceneLook look = lookOf();
    look.backdrop = true;
    look.shadows = true;
    // The camera moves, so that a kept backdrop is not used for another stripe.
    for (const double azimuth : {20.0, 20.0, 50.0}) {
      look.view.camera.azimuth = azimuth;
      const Image stripes = draw(inStripes, position, look), expected = draw(whole, position, look);
      int different = 0;
      for (std::size_t k = 0; k < expected.rgb.size(); ++k) {
        different += std::abs(stripes.rgb[k] - expected.rgb[k]) > 2 ? 1 : 0;
      }
      EXPECT_LT(different, std::ssize(expected.rgb) / 200)
          << mostSamples << " samples, azimuth " << azimuth;
    }
  }
}

TEST_F(SceneTest, OwnColours_ReplaceSpeciesColours) {
  const std::vector<glm::vec4> particles{{2, 4, 4, 0}, {6, 4, 4, 1}};
  const texel::Vec4Array position = upload(particles);
  const texel::Vec4Array colours = upload({{0.0f, 0.8f, 0.0f, 0.0f}, {0.0f, 0.8f, 0.0f, 0.0f}});
  Scene scene(device_, boxOf(), kColours, 1);
  for (const ParticleStyle style : {ParticleStyle::Spheres, ParticleStyle::Points}) {
    SceneLook look = lookOf(false);
    look.outline = false;
    look.style = style;
    look.background = glm::vec3(0.0f);
    const auto brightest = [&] {
      const Image image = draw(scene, position, look);
      glm::vec3 most(0.0f);
      for (int k = 0; k < kWidth * kHeight; ++k) {
        most = glm::max(most, pixel(image, k % kWidth, k / kWidth));
      }
      return most;
    };
    EXPECT_GT(brightest().r, 0.6f);
    EXPECT_GT(brightest().b, 0.6f);
    EXPECT_LT(brightest().g, 0.3f);
    look.colours = &colours;
    EXPECT_GT(brightest().g, 0.5f);
    EXPECT_LT(std::max(brightest().r, brightest().b), 0.3f);
    look.view.hidden = {0, 1};
    EXPECT_EQ(brightest(), glm::vec3(0.0f));
  }
}

TEST_F(SceneTest, Points_AreOneOrTwoPixelsAndUnlit) {
  const texel::Vec4Array position = upload({{4, 4, 4, 0}});
  Scene scene(device_, boxOf(), kColours, 1);
  SceneLook look = lookOf();
  look.style = ParticleStyle::Points;
  look.outline = false;
  const Image large = draw(scene, position, look);
  EXPECT_EQ(countOther(large, glm::vec3(1.0f)), 4);
  // In the middle of the box's depth, the haze is half as strong as at the far end.
  const glm::vec3 hazed = glm::mix(kColours[0], glm::vec3(1.0f), 0.175f);
  EXPECT_EQ(kWidth * kHeight - countOther(large, hazed), 4);
  look.view.particleRadius = 0.01;
  EXPECT_EQ(countOther(draw(scene, position, look), glm::vec3(1.0f)), 1);
}

// Seen from above. Points have no shading, so that their green shows the haze. At the far end of
// the camera's range, which is slightly longer than the box, the haze is 0.35 of the white
// background.
TEST_F(SceneTest, Haze_GrowsFromNearToFarSide) {
  Scene scene(device_, boxOf(), kColours, 1);
  SceneLook look = lookOf(false);
  look.view.camera = {0, 90, 1};
  look.style = ParticleStyle::Points;
  look.outline = false;
  const auto hazeAt = [&](float z) {
    const Image image = draw(scene, upload({{4, 4, z, 0}}), look);
    float green = 1.0f;
    for (int k = 0; k < kWidth * kHeight; ++k) {
      green = std::min(green, pixel(image, k % kWidth, k / kWidth).g);
    }
    return (green - kColours[0].g) / (1.0f - kColours[0].g);
  };
  EXPECT_LT(hazeAt(8.0f), 0.1f);
  EXPECT_GT(hazeAt(0.0f), 0.25f);
  EXPECT_LT(hazeAt(0.0f), 0.36f);
}

// A slice of 3.2 +- 0.8 shows particles on either side of its middle, and none that are farther
// away.
TEST_F(SceneTest, Slice_IsSymmetricAboutItsMiddle) {
  Scene scene(device_, boxOf(), kColours, 1);
  SceneLook look = lookOf(false);
  look.style = ParticleStyle::Points;
  look.outline = false;
  for (int axis = 0; axis < 3; ++axis) {
    look.view.sliceAxis = axis;
    look.view.sliceCentre = 0.4;
    look.view.sliceThickness = 1.6;
    for (const auto& [place, shown] : {std::pair{1.7f, false},
                                       {2.3f, false},
                                       {2.5f, true},
                                       {3.9f, true},
                                       {4.1f, false},
                                       {4.7f, false}}) {
      glm::vec4 particle(4, 4, 4, 0);
      particle[axis] = place;
      const Image image = draw(scene, upload({particle}), look);
      EXPECT_EQ(countOther(image, glm::vec3(1.0f)) > 0, shown) << place << " along axis " << axis;
    }
  }
}

TEST_F(SceneTest, Cut_HidesParticlesOnItsNegativeSide) {
  Scene scene(device_, boxOf(), kColours, 1);
  for (const ParticleStyle style : {ParticleStyle::Spheres, ParticleStyle::Points}) {
    SceneLook look = lookOf(false);
    look.style = style;
    look.outline = false;
    look.cut = {1.0f, 0.0f, -1.0f, 0.5f};  // keeps the places with x + 0.5 >= z
    for (const auto& [x, shown] : {std::pair{3.0f, false}, {3.4f, false}, {3.6f, true}}) {
      const Image image = draw(scene, upload({{x, 4, 4, 0}}), look);
      EXPECT_EQ(countOther(image, glm::vec3(1.0f)) > 0, shown) << x;
    }
  }
}

TEST_F(SceneTest, Radius_FollowsItsScale) {
  const texel::Vec4Array position = upload({{4, 4, 4, 0}});
  Scene scene(device_, boxOf(), kColours, 2);
  SceneLook look = lookOf(false);
  look.outline = false;
  const auto area = [&](float scale) {
    look.view.particleRadius = scale;
    return countOther(draw(scene, position, look, 300, 300), glm::vec3(1.0f));
  };
  // A pixel on the rim counts as a whole pixel. The smaller disc has a radius of 14 pixels, and its
  // diameter of 28 may be off by two.
  EXPECT_NEAR(static_cast<double>(area(2.0f)) / area(1.0f), 4.0, 4.0 * 2.0 / 28.0);
}

TEST_F(SceneTest, RestoresTheStateForPasses) {
  const texel::Vec4Array position = randomParticles(10);
  Scene scene(device_, boxOf(), kColours, 1);
  SceneTarget target(kWidth, kHeight);
  for (const bool occlusion : {false, true}) {
    for (const ParticleStyle style : kStyles) {
      target.begin();
      glEnable(GL_SCISSOR_TEST);
      glScissor(0, 0, 1, 1);
      glEnable(GL_BLEND);
      SceneLook look = lookOf(occlusion);
      look.style = style;
      look.background = kDark;
      scene.draw(position, look, {10, 3, kWidth - 10, kHeight - 3}, target.framebuffer());
      for (const GLenum state : test::statesThatAreOff()) {
        EXPECT_FALSE(glIsEnabled(state)) << state;
      }
      GLint bound = 0;
      glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
      EXPECT_EQ(static_cast<GLuint>(bound), target.framebuffer());
      std::array<GLint, 4> viewport{};
      glGetIntegerv(GL_VIEWPORT, viewport.data());
      EXPECT_EQ(viewport, (std::array{10, 3, kWidth - 10, kHeight - 3}));
      target.read();
      EXPECT_LT(glm::distance(target.at(kWidth - 1, kHeight - 1), kDark), 0.01f);
    }
  }
}

TEST_F(SceneTest, TimesItsPasses) {
  const texel::Vec4Array position = randomParticles(10);
  Scene scene(device_, boxOf(), kColours, 1);
  device_.profiler().enable(true);
  SceneLook look = lookOf();
  draw(scene, position, look);
  look.style = ParticleStyle::Points;
  draw(scene, position, look);
  std::vector<std::string> names;
  for (const texel::PassTime& time : device_.profiler().times()) names.push_back(time.name);
  EXPECT_EQ(names, (std::vector<std::string>{"render/particles", "render/box_outline",
                                             "render/resolve", "render/points", "render/average"}));
}

TEST(SphereRadius, FollowsTheDensityUpToALimit) {
  cells::Box box;
  box.size = {10, 10, 10};
  EXPECT_NEAR(sphereRadius(box, 8000) / sphereRadius(box, 64000), 2.0, 1e-12);
  box.dimensions = 2;
  EXPECT_NEAR(sphereRadius(box, 400) / sphereRadius(box, 1600), 2.0, 1e-12);
  EXPECT_EQ(sphereRadius(box, 1), 0.5);
  EXPECT_EQ(sphereRadius(box, 0), 0.5);
}

}  // namespace
}  // namespace gpubuck::render
