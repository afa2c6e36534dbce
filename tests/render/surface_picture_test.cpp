// The picture of a fluid as a surface, by all of its passes.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <vector>

#include "render/canvas.h"
#include "render/scene.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr std::array<glm::vec3, 2> kLeftAndRight{glm::vec3(0.9f, 0.1f, 0.1f), {0.1f, 0.1f, 0.9f}};

class SurfacePictureTest : public test::GpuTest {
 protected:
  /// Returns a block of particles in the middle of a box. Its left half is of species 0, its right
  /// half of species 1.
  texel::Vec4Array block() {
    std::vector<glm::vec4> all;
    for (int k = 0; k < 12 * 12 * 12; ++k) {
      const glm::vec3 cell(k % 12, k / 12 % 12, k / 144);
      all.emplace_back(glm::vec3(3.5f) + 0.8f * cell, cell.x < 6.0f ? 0.0f : 1.0f);
    }
    return {device_, "position", all};
  }
  Image draw(Scene& scene, const texel::Vec4Array& position, const SceneLook& look) {
    const Canvas canvas(120, 90);
    scene.draw(position, look, {0, 0, 120, 90}, canvas.framebuffer());
    return canvas.read();
  }
  static glm::ivec3 at(const Image& image, int x, int y) {
    const std::uint8_t* rgb = image.rgb.data() + 3 * (y * image.width + x);
    return {rgb[0], rgb[1], rgb[2]};
  }
  SceneLook look() const {
    SceneLook look;
    look.view = {0, 0, 1};
    look.style = ParticleStyle::Surface;
    look.outline = false;
    look.background = glm::vec3(0.1f);
    return look;
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  cells::Box box_{.size = {16, 16, 16}};
};

TEST_F(SurfacePictureTest, ShowsTheColoursOfVisibleSpecies) {
  const texel::Vec4Array position = block();
  for (const int sampling : {1, 2}) {
    for (const int grain : {1, 2}) {
      Scene scene(device_, box_, kLeftAndRight, sampling);
      SceneLook both = look();
      both.surfaceGrain = grain;
      const Image image = draw(scene, position, both);
      EXPECT_GT(at(image, 50, 45).r, 2 * at(image, 50, 45).b);
      EXPECT_GT(at(image, 70, 45).b, 2 * at(image, 70, 45).r);
      EXPECT_EQ(at(image, 5, 5), at(image, 115, 85)) << "the background";
      EXPECT_EQ(draw(scene, position, both).rgb, image.rgb);
      SceneLook one = both;
      one.view.hidden = {0};
      const Image half = draw(scene, position, one);
      EXPECT_EQ(at(half, 45, 45), at(half, 5, 5));
      EXPECT_GT(at(half, 70, 45).b, 2 * at(half, 70, 45).r);
    }
  }
}

// Spheres leave a pattern of bright and dark on the front of the block; a surface does not.
TEST_F(SurfacePictureTest, IsSmootherThanItsSpheres) {
  const texel::Vec4Array position = block();
  Scene scene(device_, box_, kLeftAndRight, 1);
  const auto roughness = [&](ParticleStyle style) {
    SceneLook looks = look();
    looks.style = style;
    looks.occlusion = false;
    const Image image = draw(scene, position, looks);
    int sum = 0;
    const auto blue = [&](int x, int y) { return at(image, x, y).b; };
    for (int y = 35; y < 52; ++y) {
      for (int x = 66; x < 74; ++x) {
        sum += std::abs(blue(x + 1, y) - 2 * blue(x, y) + blue(x - 1, y));
      }
    }
    return sum;
  };
  EXPECT_LT(10 * roughness(ParticleStyle::Surface), roughness(ParticleStyle::Spheres));
}

TEST_F(SurfacePictureTest, NoParticles_HaveNoSurface) {
  Scene scene(device_, box_, kLeftAndRight, 2);
  const texel::Vec4Array nothing(device_, "position", std::vector<glm::vec4>{});
  const Image image = draw(scene, nothing, look());
  for (std::size_t k = 3; k < image.rgb.size(); ++k) ASSERT_EQ(image.rgb[k], image.rgb[k - 3]);
}

// Foam lies on its liquid and before both backgrounds.
TEST(FoamShare, TellsFoamFromLiquidAndBackground) {
  const glm::vec3 water(0.18f, 0.61f, 0.90f);
  for (const glm::vec3& background : {kDarkBackground, kLightBackground}) {
    const glm::vec3 foam = glm::mix(water, kFoamColour, foamShare(background));
    EXPECT_GT(glm::distance(foam, water), 0.45f);
    EXPECT_GT(glm::distance(foam, background), 0.25f);
  }
}

TEST(FoamSpeed, IsThatOfTheLightestSpecies) {
  dpd::Fluid fluid;
  fluid.kT = 2.0;
  fluid.species = {{"wax", 2.0, 0.5, ""}, {"hot wax", 0.4, 0.5, ""}};
  EXPECT_NEAR(foamSpeed(fluid), 1.6 * std::sqrt(3.0 * 2.0 / 0.4), 1e-4);
  fluid.species = {{"lead", 4.0, 1.0, ""}};
  EXPECT_NEAR(foamSpeed(fluid), 1.6 * std::sqrt(3.0 * 2.0 / 4.0), 1e-4);
}

}  // namespace
}  // namespace gpubuck::render
