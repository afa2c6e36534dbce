#include "render/camera.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>
#include <limits>
#include <numbers>

namespace gpubuck::render {
namespace {

cells::Box boxOf(const glm::dvec3& size, int dimensions = 3) {
  cells::Box box;
  box.size = size;
  box.dimensions = dimensions;
  return box;
}

/// Normalised device coordinates.
glm::vec3 project(const Camera& camera, const glm::vec3& point) {
  const glm::vec4 clip = camera.projection * camera.view * glm::vec4(point, 1.0f);
  return glm::vec3(clip) / clip.w;
}

glm::vec3 cornerOf(const cells::Box& box, int k) {
  const double depth = box.dimensions == 3 ? box.size.z : 0.0;
  return {k & 1 ? box.size.x : 0.0, k & 2 ? box.size.y : 0.0, k & 4 ? depth : 0.0};
}

// The matrices are rounded to float. With coordinates of up to a few hundred, the error after the
// division is 1e-5. The tolerance is ten times as large.
constexpr float kTolerance = 1e-4f;

// A round vessel has the same size in the picture, whatever the roll of the box.
TEST(Camera, RoundVessel_FillsThePicture) {
  constexpr double kRadius = 9.0;
  const glm::dvec3 centre(10.0, 19.0, 11.0);
  const dpd::Solid vessel{
      .kind = dpd::SolidKind::Vessel,
      .shape = {.kind = cells::ShapeKind::Sphere, .centre = centre, .radius = kRadius}};
  const dpd::Room globe(boxOf({20, 30, 24}), {vessel});
  for (const double roll : {0.0, 35.0, 160.0}) {
    for (const double aspect : {0.7, 1.4}) {
      dpd::Camera view{25.0 + roll, 15.0, 1.0};
      view.roll = roll;
      const Camera camera = fitCamera(globe, view, aspect);
      glm::vec3 low(9.0f), high(-9.0f);
      constexpr int kParts = 200;
      for (int k = 0; k < 2 * kParts * kParts; ++k) {
        const double polar = std::numbers::pi * (k / (2 * kParts)) / kParts;
        const double turn = std::numbers::pi * (k % (2 * kParts)) / kParts;
        const glm::dvec3 normal(std::sin(polar) * std::cos(turn), std::sin(polar) * std::sin(turn),
                                std::cos(polar));
        const glm::vec3 place = project(camera, glm::vec3(centre + kRadius * normal));
        low = glm::min(low, place);
        high = glm::max(high, place);
      }
      const int tight = aspect < 1.0 ? 0 : 1;
      EXPECT_NEAR(low[tight], -1.0f, 1e-3f) << roll << ' ' << aspect;
      EXPECT_NEAR(high[tight], 1.0f, 1e-3f) << roll << ' ' << aspect;
      EXPECT_GT(low[1 - tight], -1.0f);
      EXPECT_LT(high[1 - tight], 1.0f);
    }
  }
}

TEST(Camera, FlatVessel_FillsThePicture) {
  const glm::dvec3 low(4.0, 3.0, 2.0), high(16.0, 9.0, 22.0);
  const dpd::Solid vessel{.kind = dpd::SolidKind::Vessel,
                          .shape = {.kind = cells::ShapeKind::Box, .low = low, .high = high}};
  const cells::Box box = boxOf({20, 30, 24});
  const Camera camera = fitCamera({box, {vessel}}, {25.0, 15.0, 1.0}, 1.4);
  glm::vec3 first(9.0f), last(-9.0f);
  for (int k = 0; k < 8; ++k) {
    const glm::dvec3 corner(k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z);
    const glm::vec3 place = project(camera, glm::vec3(corner));
    first = glm::min(first, place);
    last = glm::max(last, place);
  }
  EXPECT_NEAR(first.y, -1.0f, 1e-3f);
  EXPECT_NEAR(last.y, 1.0f, 1e-3f);
  EXPECT_GT(first.x, -1.0f);
  EXPECT_LT(last.x, 1.0f);
}

// Through a hole, particles can reach any place of the box.
TEST(Camera, VesselWithAHole_ShowsTheWholeBox) {
  const cells::Box box = boxOf({20, 30, 24});
  const dpd::Solid vessel{
      .kind = dpd::SolidKind::Vessel,
      .shape = {.kind = cells::ShapeKind::Sphere, .centre = {10.0, 19.0, 11.0}, .radius = 9.0}};
  const dpd::Solid hole{
      .kind = dpd::SolidKind::Hole,
      .shape = {.kind = cells::ShapeKind::Sphere, .centre = {10.0, 8.0, 11.0}, .radius = 5.0}};
  EXPECT_EQ(fitCamera({box, {vessel, hole}}, {25.0, 15.0, 1.0}, 1.4).view,
            fitCamera(box, {25.0, 15.0, 1.0}, 1.4).view);
}

RC_GTEST_PROP(Camera, WholeBox_FillsThePicture, ()) {
  const auto side = [] { return *rc::gen::inRange(10, 2000) / 10.0; };
  const int dimensions = *rc::gen::inRange(2, 4);
  const cells::Box box = boxOf({side(), side(), side()}, dimensions);
  dpd::Camera view{static_cast<double>(*rc::gen::inRange(-360, 360)),
                   static_cast<double>(*rc::gen::inRange(-90, 91)), 1.0};
  view.roll = *rc::gen::inRange(-360, 361);
  // Seen from its edge, a flat box has no height, and only its width can fill the picture.
  const double aspect = *rc::gen::inRange(5, 30) / 10.0;

  const Camera camera = fitCamera(box, view, aspect);
  glm::vec3 low(std::numeric_limits<float>::max());
  glm::vec3 high(std::numeric_limits<float>::lowest());
  for (int k = 0; k < 8; ++k) {
    const glm::vec3 place = project(camera, cornerOf(box, k));
    low = glm::min(low, place);
    high = glm::max(high, place);
  }
  RC_ASSERT(low.x >= -1.0f - kTolerance && high.x <= 1.0f + kTolerance);
  RC_ASSERT(low.y >= -1.0f - kTolerance && high.y <= 1.0f + kTolerance);
  RC_ASSERT(low.z >= -1.0f && high.z <= 1.0f);
  const bool fillsWidth = low.x < -1.0f + kTolerance && high.x > 1.0f - kTolerance;
  const bool fillsHeight = low.y < -1.0f + kTolerance && high.y > 1.0f - kTolerance;
  RC_ASSERT(fillsWidth || fillsHeight);
}

TEST(Camera, Padding_LeavesRoomAroundTheBox) {
  const cells::Box box = boxOf({36, 4, 38});
  const Camera camera = fitCamera(box, dpd::Camera{25, 15, 1}, 1.4, 2.0);
  for (int k = 0; k < 8; ++k) {
    for (const glm::vec3 away : {glm::vec3(2, 0, 0), glm::vec3(0, -2, 0), glm::vec3(0, 0, 2)}) {
      const glm::vec3 place = project(camera, cornerOf(box, k) + away);
      EXPECT_LE(std::max({std::abs(place.x), std::abs(place.y), std::abs(place.z)}), 1.0f);
    }
  }
}

TEST(Camera, Azimuth_TurnsAboutTheUpAxis) {
  const cells::Box box = boxOf({10, 10, 10});
  const glm::vec3 middle(5.0f);
  const Camera front = fitCamera(box, dpd::Camera{0, 0, 1}, 1.0);
  EXPECT_GT(project(front, middle + glm::vec3(0, 0, 1)).y, 0.01f);
  EXPECT_GT(project(front, middle + glm::vec3(1, 0, 0)).x, 0.01f);
  EXPECT_LT(project(front, middle - glm::vec3(0, 1, 0)).z, project(front, middle).z);

  const Camera side = fitCamera(box, dpd::Camera{90, 0, 1}, 1.0);
  EXPECT_GT(project(side, middle + glm::vec3(0, 1, 0)).x, 0.01f);
  EXPECT_LT(project(side, middle + glm::vec3(1, 0, 0)).z, project(side, middle).z);

  const Camera above = fitCamera(box, dpd::Camera{0, 90, 1}, 1.0);
  EXPECT_GT(project(above, middle + glm::vec3(0, 1, 0)).y, 0.01f);
  EXPECT_LT(project(above, middle + glm::vec3(0, 0, 1)).z, project(above, middle).z);
}

RC_GTEST_PROP(Camera, Roll_TurnsTheBoxClockwise, ()) {
  const cells::Box box = boxOf({20, 10, 30});
  dpd::Camera level{static_cast<double>(*rc::gen::inRange(-360, 360)),
                    static_cast<double>(*rc::gen::inRange(-90, 91)), 1.0};
  dpd::Camera rolled = level;
  rolled.roll = *rc::gen::inRange(-360, 361);
  const glm::mat3 before(fitCamera(box, level, 1.5).view);
  const glm::mat3 after(fitCamera(box, rolled, 1.5).view);
  const float angle = glm::radians(static_cast<float>(rolled.roll));
  for (int axis = 0; axis < 3; ++axis) {
    const glm::vec3 was = before[axis], is = after[axis];
    RC_ASSERT(std::abs(is.x - (std::cos(angle) * was.x + std::sin(angle) * was.y)) < kTolerance);
    RC_ASSERT(std::abs(is.y - (std::cos(angle) * was.y - std::sin(angle) * was.x)) < kTolerance);
    RC_ASSERT(std::abs(is.z - was.z) < kTolerance);
  }
}

TEST(Camera, Zoom_ScalesAboutTheCentre) {
  const cells::Box box = boxOf({20, 10, 30});
  const glm::vec3 point(13, 4, 9);
  const glm::vec3 once = project(fitCamera(box, dpd::Camera{40, 20, 1.0}, 1.5), point);
  const glm::vec3 thrice = project(fitCamera(box, dpd::Camera{40, 20, 3.0}, 1.5), point);
  EXPECT_NEAR(thrice.x, 3.0f * once.x, kTolerance);
  EXPECT_NEAR(thrice.y, 3.0f * once.y, kTolerance);
}

TEST(Camera, Pan_ShiftsByUnitsOfTheHeight) {
  const double aspect = 1.5;
  for (const int dimensions : {2, 3}) {
    const cells::Box box = boxOf({20, 10, 30}, dimensions);
    for (const glm::vec3 point : {glm::vec3(13, 4, 9), glm::vec3(0, 10, 30)}) {
      const glm::vec3 before = project(fitCamera(box, dpd::Camera{40, 20, 3.0}, aspect), point);
      const Camera panned = fitCamera(box, dpd::Camera{40, 20, 3.0, 0.25, -0.5}, aspect);
      const glm::vec3 after = project(panned, point);
      // In the coordinates of project(), the height of the picture is 2 along y and 2 / aspect
      // along x.
      EXPECT_NEAR(after.x, before.x + 0.5f / aspect, kTolerance);
      EXPECT_NEAR(after.y, before.y - 1.0f, kTolerance);
      EXPECT_NEAR(after.z, before.z, kTolerance);
    }
  }
}

RC_GTEST_PROP(Camera, Ray_PassesThroughThePointsOfItsPixel, ()) {
  const auto side = [] { return *rc::gen::inRange(10, 2000) / 10.0; };
  const auto part = [] { return *rc::gen::inRange(0, 1001) / 1000.0; };
  const int dimensions = *rc::gen::inRange(2, 4);
  const cells::Box box = boxOf({side(), side(), side()}, dimensions);
  const dpd::Camera view{static_cast<double>(*rc::gen::inRange(-360, 360)),
                         static_cast<double>(*rc::gen::inRange(-90, 91)), 0.5 + 2.0 * part(),
                         part() - 0.5, part() - 0.5};
  const Camera camera = fitCamera(box, view, 0.5 + 2.0 * part(), 1.0);
  const glm::dvec3 point = box.size * glm::dvec3(part(), part(), dimensions == 3 ? part() : 0.0);

  const glm::vec3 place = project(camera, glm::vec3(point));
  const Ray ray = rayThrough(camera, glm::dvec2(place));
  const glm::dvec3 toPoint = point - ray.origin;
  RC_ASSERT(std::abs(glm::length(ray.direction) - 1.0) < 1e-12);
  RC_ASSERT(glm::dot(toPoint, ray.direction) > 0.0);
  // At zoom 0.5 the picture is about as high as the box, so that an error of kTolerance in the
  // picture is about kTolerance times the box's longest side. The entries of the view matrix are
  // floats of up to 7 times this height.
  const double longest = std::max({box.size.x, box.size.y, box.size.z});
  RC_ASSERT(glm::length(glm::cross(toPoint, ray.direction)) < 20.0 * kTolerance * longest);
}

TEST(Camera, Rays_AreParallelIn2DAndMeetAtTheEyeIn3D) {
  const glm::dvec2 left(-0.8, 0.1);
  const glm::dvec2 right(0.8, 0.1);
  const Camera flat = fitCamera(boxOf({10, 10, 1}, 2), dpd::Camera{0, 90, 1}, 1.0);
  EXPECT_NEAR(glm::distance(rayThrough(flat, left).direction, glm::dvec3(0, 0, -1)), 0.0, 1e-6);
  EXPECT_NEAR(glm::distance(rayThrough(flat, right).direction, glm::dvec3(0, 0, -1)), 0.0, 1e-6);
  const Camera deep = fitCamera(boxOf({10, 10, 10}), dpd::Camera{0, 0, 1}, 1.0);
  EXPECT_LT(rayThrough(deep, left).direction.x, -0.05);
  EXPECT_GT(rayThrough(deep, right).direction.x, 0.05);
}

TEST(Camera, TwoDimensions_AreDrawnToScale) {
  const cells::Box box = boxOf({60, 30, 1}, 2);
  const Camera camera = fitCamera(box, dpd::Camera{0, 90, 1}, 2.0);
  const glm::vec3 low = project(camera, {0, 0, 0});
  const glm::vec3 high = project(camera, {60, 30, 0});
  EXPECT_NEAR(low.x, -1.0f, kTolerance);
  EXPECT_NEAR(low.y, -1.0f, kTolerance);
  EXPECT_NEAR(high.x, 1.0f, kTolerance);
  EXPECT_NEAR(high.y, 1.0f, kTolerance);
  EXPECT_NEAR(project(camera, {15, 7.5, 0}).x, -0.5f, kTolerance);
}

RC_GTEST_PROP(Camera, WithAxes_HasThem, ()) {
  const auto any = [](dpd::Camera camera) {
    camera.azimuth = *rc::gen::inRange(-1800, 1801) / 10.0;
    camera.elevation = std::clamp(*rc::gen::inRange(-1000, 1001) / 10.0, -90.0, 90.0);
    camera.roll = *rc::gen::inRange(-1800, 1801) / 10.0;
    return camera;
  };
  const dpd::Camera from = any({.zoom = 2.0, .panX = 0.1});
  const dpd::Camera wanted = any(from);  // the camera is often at a pole
  const dpd::Camera found = withAxes(from, cameraAxes(wanted));
  const glm::dmat3 difference = cameraAxes(found) - cameraAxes(wanted);
  for (int axis = 0; axis < 3; ++axis) RC_ASSERT(glm::length(difference[axis]) < 1e-9);
  RC_ASSERT(found.zoom == from.zoom);
  RC_ASSERT(found.panX == from.panX);
  RC_ASSERT(std::abs(found.elevation) <= 90.0);
}

}  // namespace
}  // namespace gpubuck::render
