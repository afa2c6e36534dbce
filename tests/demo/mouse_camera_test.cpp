// Dragging and the wheel, and how they must move the camera.
#include <gtest/gtest.h>

#include <glm/vec4.hpp>

#include "demo/ui/tools/pointer.h"
#include "render/camera.h"

namespace gpubuck::demo {
namespace {

const glm::dvec2 kPicture{800.0, 600.0};

cells::Box box() {
  cells::Box box;
  box.size = {10.0, 8.0, 6.0};
  return box;
}

render::Camera camera(const dpd::Camera& view) {
  return render::fitCamera(box(), view, kPicture.x / kPicture.y);
}

/// Returns the place of a point in pixels from the middle of the picture, with y up.
glm::dvec2 placeOf(const dpd::Camera& view, const glm::vec3& point) {
  const render::Camera camera = demo::camera(view);
  const glm::vec4 clip = camera.projection * camera.view * glm::vec4(point, 1.0F);
  return glm::dvec2(clip.x / clip.w, clip.y / clip.w) * kPicture / 2.0;
}

// The camera's matrices are floats: coordinates of about 1,000 pixels carry errors of about
// 1,000 * 2^-24 * (some ten operations) = 6e-4.
constexpr double kPixel = 5e-3;

dpd::Camera view() {
  dpd::Camera view;
  view.azimuth = 25.0;
  view.elevation = 15.0;
  view.roll = 20.0;
  view.zoom = 1.3;
  view.panX = 0.05;
  view.panY = -0.02;
  return view;
}

TEST(MouseCameraTest, Pan_KeepsThePointUnderThePointer) {
  const glm::vec3 point(3.0F, 2.0F, 5.0F);
  const glm::dvec2 before = placeOf(view(), point);
  const glm::dvec2 after = placeOf(pan(view(), {37.0, -21.0}, kPicture), point);
  EXPECT_NEAR(after.x - before.x, 37.0, kPixel);
  EXPECT_NEAR(after.y - before.y, 21.0, kPixel);  // y of the pointer is counted downwards
}

TEST(MouseCameraTest, Zoom_KeepsThePointUnderThePointer) {
  const glm::vec3 point(7.0F, 1.0F, 2.0F);
  const glm::dvec2 place = placeOf(view(), point);
  for (const double notches : {-3.0, 1.0, 2.5}) {
    const dpd::Camera zoomed = zoom(view(), notches, place, kPicture);
    const glm::dvec2 after = placeOf(zoomed, point);
    EXPECT_NEAR(after.x, place.x, kPixel) << notches;
    EXPECT_NEAR(after.y, place.y, kPixel) << notches;
    EXPECT_NEAR(zoomed.zoom, 1.3 * std::pow(1.1, notches), 1e-12);
  }
}

TEST(MouseCameraTest, ZoomAtItsLimit_KeepsTheView) {
  dpd::Camera far = view();
  for (int k = 0; k < 200; ++k) far = zoom(far, -1.0, {100.0, 50.0}, kPicture);
  const dpd::Camera farther = zoom(far, -1.0, {100.0, 50.0}, kPicture);
  EXPECT_EQ(farther.zoom, far.zoom);
  EXPECT_EQ(farther.panX, far.panX);
  EXPECT_GT(far.zoom, 0.0);
}

TEST(MouseCameraTest, Orbit_MovesTheFrontWithThePointer) {
  dpd::Camera level;
  level.azimuth = 0.0;
  level.elevation = 0.0;
  const glm::vec3 front(5.0F, 0.0F, 3.0F);  // the middle of the side that is nearer to the eye
  for (const double roll : {-100.0, 30.0, 90.0, 0.0}) {
    level.roll = roll;
    const dpd::Camera turned = orbit(level, {40.0, 0.0}, kPicture);
    EXPECT_GT(placeOf(turned, front).x, placeOf(level, front).x + 1.0) << roll;
    const dpd::Camera tipped = orbit(level, {0.0, 40.0}, kPicture);
    EXPECT_LT(placeOf(tipped, front).y, placeOf(level, front).y - 1.0) << roll;
  }
  // A drag across the whole width is half a turn.
  EXPECT_NEAR(orbit(level, {kPicture.x / 2.0, 0.0}, kPicture).azimuth, -90.0, 1e-9);
}

TEST(MouseCameraTest, Orbit_StopsAtThePolesAndTurnsFreely) {
  dpd::Camera turned = view();
  for (int k = 0; k < 100; ++k) turned = orbit(turned, {90.0, 90.0}, kPicture);
  EXPECT_EQ(turned.elevation, 90.0);
  EXPECT_LE(std::abs(turned.azimuth), 180.0);
  for (int k = 0; k < 100; ++k) turned = orbit(turned, {0.0, -90.0}, kPicture);
  EXPECT_EQ(turned.elevation, -90.0);
}

}  // namespace
}  // namespace gpubuck::demo
