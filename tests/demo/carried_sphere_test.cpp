// The sphere under the pointer.
#include "demo/tools/carried_sphere.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>
#include <random>

namespace gpubuck::demo {
namespace {

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
  picture.camera = render::fitCamera(picture.box, view, 1.4);
  return picture;
}

TEST(CarriedSphereTest, FollowsPointerInPicturePlaneInsideTheBox) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> step(-0.3, 0.3);
  int inside = 0, stopped = 0;
  for (int k = 0; k < 300; ++k) {
    const Picture picture = randomPicture(random);
    const cells::Box& box = picture.box;
    const dpd::Obstacle sphere{.radius = 2.0, .centre = box.size / 2.0};
    // Somewhere on it, not in its middle.
    const glm::dvec2 pressed =
        picture.placeOf(sphere.centre) + 0.05 * glm::dvec2(step(random), 1.0);
    const auto carried = CarriedSphere::at(sphere, box, picture.camera, pressed);
    ASSERT_TRUE(carried);
    const glm::dvec3 start = carried->target(box, picture.camera, pressed);
    EXPECT_LT(glm::length(start - sphere.centre), 1e-4) << "it does not jump";
    const glm::dvec2 moved(step(random), step(random));
    const glm::dvec3 target = carried->target(box, picture.camera, pressed + moved);
    bool atSide = false;
    for (int axis = 0; axis < 3; ++axis) {
      const double margin = box.isPeriodic(axis) ? 0.0 : 2.0;
      EXPECT_GE(target[axis], margin);
      EXPECT_LE(target[axis], box.size[axis] - margin);
      atSide |= target[axis] == margin || target[axis] == box.size[axis] - margin;
    }
    ++(atSide ? stopped : inside);
    if (atSide) continue;
    // Pictures of one plane are to scale: the sphere moves as far as the pointer.
    const glm::dvec2 seen = picture.placeOf(target) - picture.placeOf(sphere.centre);
    EXPECT_NEAR(seen.x, moved.x, 1e-4);
    EXPECT_NEAR(seen.y, moved.y, 1e-4);
  }
  EXPECT_GT(inside, 30);
  EXPECT_GT(stopped, 10);
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
  EXPECT_LT(glm::length(target - glm::dvec3(8.5, 5.0, 5.0)), 1e-4) << "the sphere goes, too";
  EXPECT_FALSE(CarriedSphere::at({}, box, picture.camera, glm::dvec2(0.0)));
}

}  // namespace
}  // namespace gpubuck::demo
