// The body under the pointer.
#include "demo/ui/tools/carried_body.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>
#include <random>

namespace gpubuck::demo {
namespace {

constexpr double kAspect = 1.4;

dpd::Solid sphereAt(double radius, const glm::dvec3& centre) {
  return {.shape = {.kind = cells::ShapeKind::Sphere, .centre = centre, .radius = radius}};
}

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
  const dpd::Camera view{.azimuth = uniform(-180, 180), .elevation = uniform(-90, 90)};
  picture.camera = render::fitCamera(picture.box, view, kAspect);
  return picture;
}

/// Returns a distance in the picture, in units of half the picture's height.
double seenDistance(const glm::dvec2& from, const glm::dvec2& to) {
  return glm::length((to - from) * glm::dvec2(kAspect, 1.0));
}

/// Moves a body's middle over a fine grid of all places at which the whole body is in the box.
/// Returns the smallest distance in the picture between `wanted` and the middle. `half` is half of
/// the body's width along each axis.
double leastDistance(const Picture& picture, const glm::dvec3& half, const glm::dvec2& wanted) {
  constexpr int kPlaces = 40;
  double least = 1e9;
  for (int k = 0; k <= kPlaces; ++k) {
    for (int j = 0; j <= kPlaces; ++j) {
      for (int i = 0; i <= kPlaces; ++i) {
        const glm::dvec3 share = glm::dvec3(i, j, k) / double{kPlaces};
        const glm::dvec3 centre = half + share * (picture.box.size - 2.0 * half);
        least = std::min(least, seenDistance(picture.placeOf(centre), wanted));
      }
    }
  }
  return least;
}

TEST(CarriedBodyTest, FollowsThePointerAsSeenAndStaysWhole) {
  const glm::dvec3 sphereHalf(2.0), boxHalf(2.0, 1.0, 1.5);
  // The middles that leastDistance() tries form a grid. In the picture, neighbours of the grid are
  // at most twice this distance apart.
  constexpr double kGrid = 0.03;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> step(-0.6, 0.6);
  int below = 0, stopped = 0;
  for (int k = 0; k < 60; ++k) {
    const Picture picture = randomPicture(random);
    const cells::Box& box = picture.box;
    const glm::dvec3 middle = box.size / 2.0;
    const bool isSphere = k % 2 == 0;
    const glm::dvec3 half = isSphere ? sphereHalf : boxHalf;
    const dpd::Solid block{.shape = {.low = middle - half, .high = middle + half}};
    const dpd::Solid vessel{.kind = dpd::SolidKind::Vessel,
                            .shape = cells::largestSphere(box, 1.0)};
    // The button is pressed at a place on the body that is not the body's middle.
    const glm::dvec2 pressed = picture.placeOf(middle) + 0.05 * glm::dvec2(step(random), 1.0);
    const auto carried = CarriedBody::at({vessel, isSphere ? sphereAt(half.x, middle) : block}, box,
                                         picture.camera, pressed);
    ASSERT_TRUE(carried);
    EXPECT_EQ(carried->number(), 1u);
    const glm::dvec3 start = carried->target(box, picture.camera, pressed);
    EXPECT_LT(glm::length(start - middle), 1e-4) << "it does not jump";
    const glm::dvec2 moved(step(random), step(random));
    const glm::dvec3 target = carried->target(box, picture.camera, pressed + moved);
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_GE(target[axis], half[axis]);
      EXPECT_LE(target[axis], box.size[axis] - half[axis]);
    }
    const glm::dvec2 wanted = picture.placeOf(middle) + moved;
    const double distance = seenDistance(picture.placeOf(target), wanted);
    const double least = leastDistance(picture, half, wanted);
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

TEST(WaypointTo, KeepsAWholeBodyWhole) {
  constexpr double kDt = 0.01;
  cells::Box box;
  box.size = {10.0, 7.0, 8.0};
  const auto travels = [&](dpd::Solid body, const glm::dvec3& target) {
    int steps = 0;
    bool wasWhole = false;
    const auto middleOf = [&] { return cells::ShapeInBox(body.shape, box).centre(); };
    while (glm::distance(middleOf(), target) > 1e-9 && steps < 200) {
      const glm::dvec3 waypoint = waypointTo(target, body, box);
      body = dpd::steered({box, {body}}, 0, kDt, waypoint);
      body = dpd::moved({box, {body}}, 0, 0.0, kDt);
      const cells::ShapeInBox shape(body.shape, box);
      bool isWhole = true;
      for (int axis = 0; axis < 3; ++axis) {
        isWhole = isWhole && shape.low(axis) >= 0.0 && shape.high(axis) <= box.size[axis];
      }
      EXPECT_TRUE(isWhole || !wasWhole) << "step " << steps;
      wasWhole = isWhole;
      ++steps;
    }
    EXPECT_LT(steps, 200);
    return steps;
  };
  // The body takes the direct way of 6 units, not the shorter way of 4 units across the side.
  EXPECT_EQ(travels(sphereAt(1.5, {2.0, 3.0, 4.0}), {8.0, 3.0, 4.0}), 24);
  EXPECT_EQ(travels(sphereAt(1.5, {8.0, 3.0, 4.0}), {2.0, 3.0, 4.0}), 24);
  EXPECT_EQ(travels({.shape = {.low = {0.5, 2.0, 2.0}, .high = {3.5, 4.0, 6.0}}}, {8.0, 3.0, 4.0}),
            24);
  // A sphere that lies across a periodic side takes the shortest way, also across the side.
  EXPECT_EQ(travels(sphereAt(1.5, {9.5, 3.0, 4.0}), {2.0, 3.0, 4.0}), 10);
  EXPECT_EQ(travels(sphereAt(1.5, {0.5, 3.0, 4.0}), {2.0, 3.0, 4.0}), 6);
  EXPECT_EQ(travels(sphereAt(1.5, {0.5, 3.0, 4.0}), {8.0, 3.0, 4.0}), 10);
}

TEST(CarriedBodyTest, CanBeTakenByAnyImage) {
  cells::Box box;
  box.size = {10, 10, 10};
  const dpd::Camera front{.azimuth = 0.0, .elevation = 0.0};
  const Picture picture{box, render::fitCamera(box, front, 1.0)};
  const std::vector<dpd::Solid> sphere{sphereAt(2.0, {9.5, 5.0, 5.0})};
  const auto taken = [&](const glm::dvec3& point) {
    return CarriedBody::at(sphere, box, picture.camera, picture.placeOf(point)).has_value();
  };
  EXPECT_TRUE(taken({9.5, 5.0, 5.0}));
  EXPECT_TRUE(taken({7.6, 5.0, 5.0}));
  EXPECT_FALSE(taken({7.3, 5.0, 5.0}));
  // The body has an image at (-0.5, 5, 5), of which only the part within the box is seen.
  const glm::dvec3 image(0.5, 5.0, 5.0);
  EXPECT_TRUE(taken(image));
  EXPECT_FALSE(taken({1.7, 5.0, 5.0}));
  const auto carried = CarriedBody::at(sphere, box, picture.camera, picture.placeOf(image));
  const glm::dvec3 target =
      carried->target(box, picture.camera, picture.placeOf(image - glm::dvec3(1.0, 0.0, 0.0)));
  EXPECT_NEAR(target.x, 2.0, 1e-4) << "it enters the box there";
  EXPECT_NEAR(target.z, 5.0, 1e-4);
  EXPECT_FALSE(CarriedBody::at({}, box, picture.camera, glm::dvec2(0.0)));
}

TEST(CarriedBodyTest, TheForemostBodyIsTaken) {
  cells::Box box;
  box.size = {10, 10, 10};
  box.boundary[1] = cells::Boundary::Reflecting;
  const dpd::Camera front{.azimuth = 0.0, .elevation = 0.0};  // along y
  const Picture picture{box, render::fitCamera(box, front, 1.0)};
  const glm::dvec2 middle = picture.placeOf(glm::dvec3(5.0));
  const auto takenOf = [&](const std::vector<dpd::Solid>& solids) -> std::optional<std::size_t> {
    const auto taken = CarriedBody::at(solids, box, picture.camera, middle);
    if (!taken) return {};
    return taken->number();
  };
  const dpd::Solid rear = sphereAt(1.0, {5.0, 8.0, 5.0});
  const dpd::Solid block{.shape = {.low = {4.0, 4.0, 4.0}, .high = {6.0, 6.0, 6.0}}};
  const dpd::Solid rod{
      .shape = {.kind = cells::ShapeKind::Cylinder, .centre = {5.0, 2.0, 5.0}, .radius = 1.0}};
  const dpd::Solid plate{
      .shape = {.kind = cells::ShapeKind::Layer, .axis = 1, .from = 0.0, .to = 0.5}};
  EXPECT_EQ(takenOf({rear}), 0u);
  EXPECT_EQ(takenOf({rear, block}), 1u);
  EXPECT_EQ(takenOf({rod, rear, block}), 0u);
  const dpd::Solid hole{
      .kind = dpd::SolidKind::Hole,
      .shape = {
          .kind = cells::ShapeKind::Cylinder, .centre = glm::dvec3(5.0), .radius = 0.5, .axis = 1}};
  EXPECT_EQ(takenOf({block, hole, rear}), 2u) << "through the hole";
  EXPECT_EQ(takenOf({plate, rear, block}), 2u) << "through the plate, which stays";
  EXPECT_EQ(takenOf({plate}), std::nullopt);
}

}  // namespace
}  // namespace gpubuck::demo
