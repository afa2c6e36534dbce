// The sphere under the pointer.
#include "demo/tools/carried_sphere.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>
#include <random>

namespace gpubuck::demo {
namespace {

constexpr double kAspect = 1.4;

struct Picture {
  cells::Box box;
  render::Camera camera;

  glm::dvec2 placeOf(const glm::dvec3& point) const {
    const glm::dvec4 clip =
        glm::dmat4(camera.projection) * glm::dmat4(camera.view) * glm::dvec4(point, 1.0);
    return glm::dvec2(clip) / clip.w;
  }
};

Picture randomPicture(std::mt19937& random) {
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  Picture picture;
  picture.box.size = {uniform(8, 20), uniform(8, 20), uniform(8, 20)};
  for (int axis = 0; axis < 3; ++axis) {
    if (uniform(0, 1) < 0.5) picture.box.boundary[axis] = cells::Boundary::Reflecting;
  }
  const scenario::Camera view{.azimuth = uniform(-180, 180), .elevation = uniform(-90, 90)};
  picture.camera = render::fitCamera(picture.box, view, kAspect);
  return picture;
}

/// Returns a distance in the picture in units of half its height.
double seenDistance(const glm::dvec2& from, const glm::dvec2& to) {
  return glm::length((to - from) * glm::dvec2(kAspect, 1.0));
}

/// Returns the smallest distance in the picture from `wanted` to the centre of a sphere that is
/// whole in the box, of a fine grid of such places.
double leastDistance(const Picture& picture, double radius, const glm::dvec2& wanted) {
  constexpr int kPlaces = 40;
  double least = 1e9;
  for (int k = 0; k <= kPlaces; ++k) {
    for (int j = 0; j <= kPlaces; ++j) {
      for (int i = 0; i <= kPlaces; ++i) {
        const glm::dvec3 share = glm::dvec3(i, j, k) / double{kPlaces};
        const glm::dvec3 centre = radius + share * (picture.box.size - 2.0 * radius);
        least = std::min(least, seenDistance(picture.placeOf(centre), wanted));
      }
    }
  }
  return least;
}

TEST(CarriedSphereTest, FollowsThePointerAsSeenAndStaysWhole) {
  constexpr double kRadius = 2.0;
  // Half the distance between the places of leastDistance(), in the picture.
  constexpr double kGrid = 0.03;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> step(-0.6, 0.6);
  int below = 0, stopped = 0;
  for (int k = 0; k < 60; ++k) {
    const Picture picture = randomPicture(random);
    const cells::Box& box = picture.box;
    const dpd::Obstacle sphere{.radius = kRadius, .centre = box.size / 2.0};
    // Somewhere on it, not in its middle.
    const glm::dvec2 pressed =
        picture.placeOf(sphere.centre) + 0.05 * glm::dvec2(step(random), 1.0);
    const auto carried = CarriedSphere::at(sphere, box, picture.camera, pressed);
    ASSERT_TRUE(carried);
    const glm::dvec3 start = carried->target(box, picture.camera, pressed);
    EXPECT_LT(glm::length(start - sphere.centre), 1e-4) << "it does not jump";
    const glm::dvec2 moved(step(random), step(random));
    const glm::dvec3 target = carried->target(box, picture.camera, pressed + moved);
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_GE(target[axis], kRadius);
      EXPECT_LE(target[axis], box.size[axis] - kRadius);
    }
    const glm::dvec2 wanted = picture.placeOf(sphere.centre) + moved;
    const double distance = seenDistance(picture.placeOf(target), wanted);
    const double least = leastDistance(picture, kRadius, wanted);
    EXPECT_LT(distance, least + 0.5 * kGrid);
    if (least > kGrid) {
      ++stopped;
    } else if (distance < 1e-5) {
      ++below;
    }
  }
  EXPECT_GT(below, 10);
  EXPECT_GT(stopped, 10);
}

TEST(WaypointTo, KeepsAWholeSphereWhole) {
  constexpr double kDt = 0.01;
  cells::Box box;
  box.size = {10.0, 7.0, 8.0};
  const auto travels = [&](dpd::Obstacle sphere, const glm::dvec3& target) {
    int steps = 0;
    bool wasWhole = false;
    while (glm::distance(sphere.centre, target) > 1e-9 && steps < 200) {
      const glm::dvec3 waypoint = waypointTo(target, sphere, box);
      sphere = dpd::moved(dpd::steered(sphere, box, kDt, waypoint), box, kDt);
      const bool isWhole = dpd::imagesInBox(sphere, box).size() == 1;
      EXPECT_TRUE(isWhole || !wasWhole) << "step " << steps;
      wasWhole = isWhole;
      ++steps;
    }
    EXPECT_LT(steps, 200);
    return steps;
  };
  // 6 units directly, not 4 through the side.
  EXPECT_EQ(travels({.radius = 1.5, .centre = {2.0, 3.0, 4.0}}, {8.0, 3.0, 4.0}), 24);
  EXPECT_EQ(travels({.radius = 1.5, .centre = {8.0, 3.0, 4.0}}, {2.0, 3.0, 4.0}), 24);
  // A sphere in a periodic side leaves it towards the nearer of its two halves.
  EXPECT_EQ(travels({.radius = 1.5, .centre = {9.5, 3.0, 4.0}}, {2.0, 3.0, 4.0}), 10);
  EXPECT_EQ(travels({.radius = 1.5, .centre = {0.5, 3.0, 4.0}}, {2.0, 3.0, 4.0}), 6);
  EXPECT_EQ(travels({.radius = 1.5, .centre = {0.5, 3.0, 4.0}}, {8.0, 3.0, 4.0}), 10);
}

TEST(CarriedSphereTest, CanBeTakenByAnyImage) {
  cells::Box box;
  box.size = {10, 10, 10};
  const scenario::Camera front{.azimuth = 0.0, .elevation = 0.0};
  const Picture picture{box, render::fitCamera(box, front, 1.0)};
  const dpd::Obstacle sphere{.radius = 2.0, .centre = {9.5, 5.0, 5.0}};
  const auto taken = [&](const glm::dvec3& point) {
    return CarriedSphere::at(sphere, box, picture.camera, picture.placeOf(point)).has_value();
  };
  EXPECT_TRUE(taken(sphere.centre));
  EXPECT_TRUE(taken({7.6, 5.0, 5.0}));
  EXPECT_FALSE(taken({7.3, 5.0, 5.0}));
  const glm::dvec3 image(-0.5, 5.0, 5.0);
  EXPECT_TRUE(taken(image));
  const auto carried = CarriedSphere::at(sphere, box, picture.camera, picture.placeOf(image));
  const glm::dvec3 target =
      carried->target(box, picture.camera, picture.placeOf(image - glm::dvec3(1.0, 0.0, 0.0)));
  EXPECT_NEAR(target.x, 2.0, 1e-4) << "it enters the box there";
  EXPECT_NEAR(target.z, 5.0, 1e-4);
  EXPECT_FALSE(CarriedSphere::at({}, box, picture.camera, glm::dvec2(0.0)));
}

}  // namespace
}  // namespace gpubuck::demo
