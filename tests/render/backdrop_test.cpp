// The background and the floor, compared with lines of sight in double precision.
#include "render/backdrop.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <vector>

#include "render/scene.h"
#include "scene_picture.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr std::array<glm::vec3, 1> kBackdropColours{glm::vec3(0.9f, 0.5f, 0.1f)};
constexpr glm::ivec2 kBackdropSize(160, 120);

TEST(GridSpacing, IsRoundWithAFewLinesToTheSide) {
  for (const auto& [side, spacing] : {std::pair{8.0, 0.5},
                                      {10.0, 0.5},
                                      {12.0, 1.0},
                                      {20.0, 1.0},
                                      {54.0, 5.0},
                                      {104.0, 10.0},
                                      {0.3, 0.02}}) {
    EXPECT_NEAR(gridSpacing(side), spacing, 1e-12) << side;
  }
}

class BackdropTest : public test::GpuTest {
 protected:
  BackdropTest() { box_.size = {12.0, 12.0, 6.0}; }

  static SceneLook lookFrom(double elevation) {
    SceneLook look;
    look.view.camera = {.azimuth = 0.0, .elevation = elevation};
    look.outline = false;
    look.occlusion = false;
    look.background = glm::vec3(0.1f);
    look.backdrop = true;
    return look;
  }
  Image draw(const SceneLook& look, const std::vector<glm::vec4>& particles = {}) {
    Scene scene(device_, box_, kBackdropColours, 1);
    return pictureOf(scene, {device_, "position", particles}, look, kBackdropSize);
  }
  Camera cameraOf(const SceneLook& look) const {
    return sceneCamera(box_, look.view.camera, {0, 0, kBackdropSize.x, kBackdropSize.y});
  }
  /// Returns the place of the floor that a pixel shows. Pixels are counted from the top left
  /// corner.
  glm::dvec3 floorAt(const Camera& camera, int x, int y) const {
    const Ray ray = rayThrough(
        camera, {2.0 * (x + 0.5) / kBackdropSize.x - 1.0, 1.0 - 2.0 * (y + 0.5) / kBackdropSize.y});
    return ray.origin - ray.direction * (ray.origin.z / ray.direction.z);
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  cells::Box box_;
};

TEST_F(BackdropTest, Grid_LiesAtRoundCoordinates) {
  const SceneLook look = lookFrom(50.0);
  const Image image = draw(look);
  const Camera camera = cameraOf(look);
  const double spacing = gridSpacing(12.0);
  const double pixel = 1.0 / pixelsPerLength(camera, kBackdropSize.y);
  int lines = 0, gaps = 0;
  for (int y = 0; y < kBackdropSize.y; ++y) {
    for (int x = 1; x + 1 < kBackdropSize.x; ++x) {
      const glm::dvec3 at = floorAt(camera, x, y);
      if (at.x < 1.0 || at.x > 9.0 || at.y < 1.0 || at.y > 9.0) continue;
      // Only places far from the lines along x are compared, so that only lines along y are seen.
      const double toX = std::abs(at.y - spacing * std::round(at.y / spacing));
      const double toY = std::abs(at.x - spacing * std::round(at.x / spacing));
      if (toX < 0.35 * spacing) continue;
      if (toY > 0.3 * pixel) continue;
      ++lines;
      // Half a spacing away from a line, the floor is darker.
      for (int other = 0; other < kBackdropSize.x; ++other) {
        const double apart = std::abs(floorAt(camera, other, y).x - at.x) / spacing;
        if (apart < 0.4 || apart > 0.6) continue;
        EXPECT_GT(colourAt(image, x, y).r, colourAt(image, other, y).r + 5.0) << x << ' ' << y;
        ++gaps;
      }
    }
  }
  EXPECT_GT(lines, 20);
  EXPECT_GT(gaps, 20);
}

TEST_F(BackdropTest, Floor_IsSeenFromAboveInThreeDimensions) {
  // Without a floor, neighbouring pixels of a row differ little: only the fading towards the
  // corners of the picture changes them.
  const auto changesAlongRows = [](const Image& image) {
    int changes = 0;
    for (int y = 0; y < kBackdropSize.y; ++y) {
      for (int x = 1; x < kBackdropSize.x; ++x) {
        changes += glm::distance(colourAt(image, x, y), colourAt(image, x - 1, y)) > 4.0 ? 1 : 0;
      }
    }
    return changes;
  };
  EXPECT_GT(changesAlongRows(draw(lookFrom(30.0))), 200);
  EXPECT_EQ(changesAlongRows(draw(lookFrom(-30.0))), 0);
  SceneLook plain = lookFrom(30.0);
  plain.backdrop = false;
  const Image image = draw(plain);
  EXPECT_EQ(colourAt(image, 0, 0), colourAt(image, kBackdropSize.x / 2, kBackdropSize.y - 1));
  box_.dimensions = 2;
  const Image flat = draw(lookFrom(90.0));
  EXPECT_EQ(changesAlongRows(flat), 0);
  const int middle = kBackdropSize.x / 2;
  EXPECT_LT(colourAt(flat, middle, 0).r + 4.0, colourAt(flat, middle, kBackdropSize.y - 1).r);
  EXPECT_LT(colourAt(flat, 0, 0).r + 4.0, colourAt(flat, middle, 0).r) << "dull corners";
}

// A software renderer keeps the last backdrop, and must not use it for another look.
TEST_F(BackdropTest, EachPicture_HasTheBackdropOfItsLook) {
  std::vector<SceneLook> looks{lookFrom(30.0), lookFrom(50.0), lookFrom(50.0), lookFrom(30.0)};
  looks[2].background = glm::vec3(0.9f);
  looks[3].view.camera.panX = 0.1;
  looks.push_back(looks.front());
  Scene scene(device_, box_, kBackdropColours, 1);
  const texel::Vec4Array position(device_, "position",
                                  std::vector<glm::vec4>{{3.0f, 5.0f, 3.0f, 0.0f}});
  std::vector<Image> images;
  for (const SceneLook& look : looks) {
    images.push_back(pictureOf(scene, position, look, kBackdropSize));
    Scene fresh(device_, box_, kBackdropColours, 1);
    EXPECT_EQ(images.back().rgb, pictureOf(fresh, position, look, kBackdropSize).rgb);
  }
  EXPECT_NE(images[0].rgb, images[1].rgb);
  EXPECT_NE(images[0].rgb, images[3].rgb);
  const Image small = pictureOf(scene, position, looks[0], {80, 60});
  Scene fresh(device_, box_, kBackdropColours, 1);
  EXPECT_EQ(small.rgb, pictureOf(fresh, position, looks[0], {80, 60}).rgb);
}

// A particle casts its shadow along the direction of the light, both as a sphere and as spray.
TEST_F(BackdropTest, Floor_ReceivesShadows) {
  const std::vector<glm::vec4> one{{3.0f, 5.0f, 3.0f, 0.0f}};
  for (const ParticleStyle style : {ParticleStyle::Spheres, ParticleStyle::Surface}) {
    SceneLook look = lookFrom(40.0);
    look.style = style;
    const bool isSphere = style == ParticleStyle::Spheres;
    look.view.particleRadius = isSphere ? 2.0 : 1.0;
    const Image without = draw(look, one);
    look.shadows = true;
    const Image with = draw(look, one);
    const Camera camera = cameraOf(look);
    const glm::dvec3 light =
        glm::transpose(glm::dmat3(glm::mat3(camera.view))) * glm::dvec3(kLight);
    const glm::dvec3 shadow = glm::dvec3(one[0]) - light * (one[0].z / light.z);
    const glm::dvec4 clip =
        glm::dmat4(camera.projection) * glm::dmat4(camera.view) * glm::dvec4(shadow, 1.0);
    const int x = static_cast<int>((clip.x / clip.w + 1.0) * kBackdropSize.x / 2.0);
    const int y = static_cast<int>((1.0 - clip.y / clip.w) * kBackdropSize.y / 2.0);
    EXPECT_LT(colourAt(with, x, y).r, (isSphere ? 0.8 : 0.97) * colourAt(without, x, y).r);
    EXPECT_EQ(colourAt(with, kBackdropSize.x - x, y), colourAt(without, kBackdropSize.x - x, y));
  }
}

}  // namespace
}  // namespace gpubuck::render
