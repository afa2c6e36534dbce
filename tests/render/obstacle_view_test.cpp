// The obstacle in the picture, compared with lines of sight in double precision; and the tint of
// the particles that a tool affects.
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <random>

#include "scene_picture.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr int kTall = 48, kWide = 64;
const glm::dvec3 kWhite(255.0);
const std::array<glm::vec3, 2> kSpeciesColours{glm::vec3(0.9f, 0.1f, 0.1f),
                                               glm::vec3(0.1f, 0.1f, 0.9f)};

/// Returns the distance along a line of sight at which an obstacle begins, within `low` and `high`,
/// or infinity if it is missed. `margin` makes the sphere larger.
double firstHit(const Ray& ray, const dpd::Obstacle& obstacle, const cells::Box& box,
                const glm::dvec3& low, const glm::dvec3& high, double margin) {
  double first = std::numeric_limits<double>::infinity();
  const auto shifts = [&](int axis) {
    return axis < box.dimensions && box.isPeriodic(axis) ? 1 : 0;
  };
  for (int x = -shifts(0); x <= shifts(0); ++x) {
    for (int y = -shifts(1); y <= shifts(1); ++y) {
      for (int z = -shifts(2); z <= shifts(2); ++z) {
        const glm::dvec3 centre = obstacle.centre + glm::dvec3(x, y, z) * box.size;
        const glm::dvec3 to = centre - ray.origin;
        const double along = glm::dot(to, ray.direction);
        const double across = glm::length(to - along * ray.direction);
        const double radius = obstacle.radius + margin;
        if (across >= radius) continue;
        const double half = std::sqrt(radius * radius - across * across);
        double enter = along - half, leave = along + half;
        for (int axis = 0; axis < 3; ++axis) {
          const double slope = ray.direction[axis];
          const double one = (low[axis] - margin - ray.origin[axis]) / slope;
          const double other = (high[axis] + margin - ray.origin[axis]) / slope;
          enter = std::max(enter, std::min(one, other));
          leave = std::min(leave, std::max(one, other));
        }
        if (enter < leave) first = std::min(first, enter);
      }
    }
  }
  return first;
}

class ObstacleViewTest : public test::GpuTest {
 protected:
  Image draw(Scene& scene, const texel::Vec4Array& position, const SceneLook& look) {
    return pictureOf(scene, position, look, {kWide, kTall});
  }
  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
};

// Matrices and lines of floats: coordinates of up to 100 carry errors of some 10 roundings of
// 2^-24, 1e-4. Pixels whose line passes so near to an edge are left out.
TEST_F(ObstacleViewTest, CoversThePixelsWhoseRayMeetsIt) {
  constexpr double kEdge = 2e-3;
  std::mt19937 random(3);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const texel::Vec4Array nothing(device_, "position", std::vector<glm::vec4>{});
  int covered = 0, compared = 0, cut = 0;
  for (int k = 0; k < 24; ++k) {
    cells::Box box;
    box.size = {uniform(6, 12), uniform(6, 12), uniform(6, 12)};
    box.dimensions = k % 6 == 5 ? 2 : 3;
    for (int axis = 0; axis < 3; ++axis) {
      if (uniform(0, 1) < 0.5) box.boundary[axis] = cells::Boundary::Reflecting;
    }
    SceneLook look;
    look.outline = false;
    look.occlusion = false;
    look.view.camera = {
        .azimuth = uniform(-180, 180), .elevation = uniform(-85, 85), .zoom = uniform(0.8, 3)};
    if (box.dimensions == 2) look.view.camera.elevation = 88.0;
    look.obstacle.radius = uniform(0.5, 3.0);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      const double margin = box.isPeriodic(axis) ? 0.0 : look.obstacle.radius;
      look.obstacle.centre[axis] = uniform(margin, box.size[axis] - margin);
    }
    glm::dvec3 low(0.0), high(box.size);
    if (box.dimensions == 2) low.z = -0.01, high.z = 0.0;
    if (k % 2 == 1 && box.dimensions == 3) {
      const int axis = k % 3;
      look.view.sliceAxis = axis;
      look.view.sliceCentre = look.obstacle.centre[axis] / box.size[axis] + uniform(-0.1, 0.1);
      look.view.sliceThickness = uniform(0.3, 2.0);
      const double middle = look.view.sliceCentre * box.size[axis];
      low[axis] = std::max(low[axis], middle - look.view.sliceThickness / 2.0);
      high[axis] = std::min(high[axis], middle + look.view.sliceThickness / 2.0);
      ++cut;
    }
    Scene scene(device_, box, kSpeciesColours, 1);
    const Image image = draw(scene, nothing, look);
    const Camera camera = sceneCamera(box, look.view.camera, {0, 0, kWide, kTall});
    for (int y = 0; y < kTall; ++y) {
      for (int x = 0; x < kWide; ++x) {
        const Ray ray =
            rayThrough(camera, {2.0 * (x + 0.5) / kWide - 1.0, 1.0 - 2.0 * (y + 0.5) / kTall});
        const auto hits = [&](double margin) {
          return std::isfinite(firstHit(ray, look.obstacle, box, low, high, margin));
        };
        if (hits(kEdge) != hits(-kEdge)) continue;
        ++compared;
        covered += hits(0.0) ? 1 : 0;
        ASSERT_EQ(colourAt(image, x, y) != kWhite, hits(0.0))
            << "case " << k << " at " << x << ' ' << y;
      }
    }
  }
  EXPECT_GE(cut, 8);
  EXPECT_GT(covered, 2000);
  EXPECT_GT(compared, 24 * kWide * kTall * 9 / 10);
}

TEST_F(ObstacleViewTest, OcclusionWithParticles_FollowsDepth) {
  cells::Box box;
  box.size = {8, 8, 8};
  Scene scene(device_, box, kSpeciesColours, 1);
  SceneLook look;
  look.outline = false;
  look.occlusion = false;
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};  // along y
  look.obstacle = {.radius = 2.0, .centre = glm::dvec3(4.0)};
  const auto isRed = [&](float y) {
    const std::vector<glm::vec4> one{{4.0f, y, 4.0f, 0.0f}};
    const texel::Vec4Array particle(device_, "position", one);
    const glm::dvec3 middle = colourAt(draw(scene, particle, look), kWide / 2, kTall / 2);
    return middle.r > 2.0 * middle.g;
  };
  EXPECT_TRUE(isRed(1.0f));
  EXPECT_FALSE(isRed(7.0f));
  EXPECT_FALSE(isRed(2.7f)) << "its sphere of 0.5 ends within the obstacle, which begins at 2";
  // Cut open at y = 3.5, it begins there.
  look.view.sliceAxis = 1;
  look.view.sliceCentre = 0.5;
  look.view.sliceThickness = 1.0;
  EXPECT_TRUE(isRed(3.6f)) << "its sphere begins at 3.1";
  EXPECT_FALSE(isRed(1.0f)) << "not in the slice";
  // A picture of fluid without an obstacle has none.
  look.obstacle = {};
  const texel::Vec4Array nothing(device_, "position", std::vector<glm::vec4>{});
  EXPECT_EQ(colourAt(draw(scene, nothing, look), kWide / 2, kTall / 2), kWhite);
}

// As the middle of a sphere that begins in the same plane.
TEST_F(ObstacleViewTest, Cut_IsLitAsASurfaceFacingTheEye) {
  cells::Box box;
  box.size = {8, 8, 8};
  Scene scene(device_, box, kSpeciesColours, 1);
  const texel::Vec4Array nothing(device_, "position", std::vector<glm::vec4>{});
  const auto middleOf = [&](const SceneLook& look) {
    return colourAt(draw(scene, nothing, look), kWide / 2, kTall / 2);
  };
  for (const bool fromBehind : {false, true}) {  // along y, and against it
    SCOPED_TRACE(fromBehind);
    SceneLook look;
    look.outline = false;
    look.occlusion = false;
    look.view.camera = {.azimuth = fromBehind ? 180.0 : 0.0, .elevation = 0.0};
    look.obstacle = {.radius = 2.0, .centre = {4.0, fromBehind ? 2.5 : 5.5, 4.0}};
    const glm::dvec3 whole = middleOf(look);
    look.obstacle.centre.y = 4.0;
    look.view.sliceAxis = 1;
    look.view.sliceCentre = 0.5;
    look.view.sliceThickness = 1.0;
    const glm::dvec3 cut = middleOf(look);
    // Half a pixel from its middle the sphere's normal deviates by less than 0.1, which darkens it
    // by at most a tenth as much as a face that is turned away entirely.
    EXPECT_LT(glm::distance(cut, whole), 40.0) << cut.r << ' ' << whole.r;
  }
}

// Points have no shading; half-way through the box there is half of the haze, 0.175.
TEST_F(ObstacleViewTest, ParticlesNearTheToolLine_AreTinted) {
  cells::Box box;
  box.size = {8, 8, 8};
  Scene scene(device_, box, kSpeciesColours, 1);
  SceneLook look;
  look.outline = false;
  look.style = ParticleStyle::Points;
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  const std::vector<glm::vec4> one{{5.0f, 4.0f, 4.0f, 0.0f}};
  const texel::Vec4Array particle(device_, "position", one);
  const auto tintAt = [&](float distance, float radius) {
    look.grip = {.origin = {5.0f - distance, -9.0f, 4.0f},
                 .direction = {0.0f, 1.0f, 0.0f},
                 .radius = radius,
                 .colour = glm::vec3(0.0f, 1.0f, 0.0f)};
    const Image image = draw(scene, particle, look);
    glm::dvec3 seen = kWhite;
    for (int k = 0; k < kWide * kTall; ++k) {
      seen = glm::min(seen, colourAt(image, k % kWide, k / kWide));
    }
    const auto hazy = [](const glm::vec3& colour) {
      return glm::mix(255.0 * glm::dvec3(colour), kWhite, 0.175);
    };
    const glm::dvec3 plain = hazy(kSpeciesColours[0]), full = hazy(look.grip.colour);
    return glm::distance(seen, plain) / glm::distance(full, plain);
  };
  constexpr float kByte = 0.01f;
  EXPECT_NEAR(tintAt(0.0f, 2.0f), 0.75f, kByte);
  EXPECT_NEAR(tintAt(1.0f, 2.0f), 0.5f, kByte);
  EXPECT_NEAR(tintAt(1.99f, 2.0f), 0.25f, kByte);
  EXPECT_NEAR(tintAt(2.01f, 2.0f), 0.0f, kByte);
  EXPECT_NEAR(tintAt(0.0f, 0.0f), 0.0f, kByte);
}

}  // namespace
}  // namespace gpubuck::render
