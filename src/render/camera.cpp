#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

namespace gpubuck::render {
namespace {

// Half of the vertical opening angle. It is as small as with a long lens, so that the far side of
// the box does not look much smaller than the near side.
constexpr double kHalfAngle = glm::radians(9.0);
// Distance of the clip planes from the padded box, in units of the eye's distance.
constexpr double kClipMargin = 0.01;

/// Finds the distance and the sideways shift of the eye with which a set of points touches both
/// sides of a wedge. A point at u, with the depth w towards the eye, is inside if |u - shift| <=
/// (distance - w) * slope.
struct WedgeFit {
  double upper = -std::numeric_limits<double>::infinity();  // max of  u + w * slope
  double lower = -std::numeric_limits<double>::infinity();  // max of -u + w * slope
  double slope;
  double lean;  // the slope, or 0 for parallel sides, where depth makes no difference

  WedgeFit(double slopeOfSides, bool isParallel)
      : slope(slopeOfSides), lean(isParallel ? 0.0 : slopeOfSides) {}
  /// Adds a sphere, or for the radius 0 a point.
  void add(double u, double w, double radius = 0.0) {
    const double reach = w * lean + radius * std::sqrt(1.0 + lean * lean);
    upper = std::max(upper, u + reach);
    lower = std::max(lower, -u + reach);
  }
  double distance() const { return (upper + lower) / (2.0 * slope); }
  double shift() const { return (upper - lower) / 2.0; }
};

}  // namespace

glm::dmat3 cameraAxes(const dpd::Camera& from) {
  const double azimuth = glm::radians(from.azimuth);
  const double elevation = glm::radians(from.elevation);
  const glm::dvec3 right(std::cos(azimuth), std::sin(azimuth), 0.0);
  const glm::dvec3 toEye(std::sin(azimuth) * std::cos(elevation),
                         -std::cos(azimuth) * std::cos(elevation), std::sin(elevation));
  const glm::dvec3 up = glm::cross(toEye, right);
  const double cosine = std::cos(glm::radians(from.roll));
  const double sine = std::sin(glm::radians(from.roll));
  return glm::transpose(glm::dmat3(cosine * right + sine * up, cosine * up - sine * right, toEye));
}

dpd::Camera withAxes(dpd::Camera from, const glm::dmat3& axes) {
  constexpr double kPole = 1e-9;  // at the poles azimuth and roll turn about the same axis
  const glm::dmat3 rows = glm::transpose(axes);
  const glm::dvec3 &right = rows[0], &toEye = rows[2];
  const double across = std::hypot(toEye.x, toEye.y);
  const bool isPole = across < kPole;
  const double azimuth = isPole ? std::atan2(right.y, right.x) : std::atan2(toEye.x, -toEye.y);
  const glm::dvec3 level(std::cos(azimuth), std::sin(azimuth), 0.0);
  const double roll = std::atan2(glm::dot(right, glm::cross(toEye, level)), glm::dot(right, level));
  from.azimuth = glm::degrees(azimuth);
  from.elevation = glm::degrees(std::atan2(toEye.z, across));
  from.roll = isPole ? 0.0 : glm::degrees(roll);
  return from;
}

Camera fitCamera(const dpd::Room& room, const dpd::Camera& from, double aspect, double padding) {
  const cells::Box& box = room.box;
  const bool flat = box.dimensions == 2;
  const glm::dvec3 size(box.size.x, box.size.y, flat ? 0.0 : box.size.z);
  const glm::dmat3 rotation = cameraAxes(from);

  const dpd::Solid* vessel = dpd::closedVesselOf(room.solids);
  WedgeFit across(std::tan(kHalfAngle) * aspect, flat);
  WedgeFit upright(std::tan(kHalfAngle), flat);
  glm::dvec3 extent(0.0);
  for (int corner = 0; corner < 8; ++corner) {
    const glm::dvec3 sign((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1,
                          (corner & 4) != 0 ? 1 : -1);
    const glm::dvec3 point = rotation * (sign * (size / 2.0 + padding));
    extent = glm::max(extent, glm::abs(point));
    if (vessel != nullptr) continue;
    across.add(point.x, point.z);
    upright.add(point.y, point.z);
  }
  if (vessel != nullptr) {
    // A vessel is the hull of spheres about the corners of its core.
    const cells::ShapeInBox shape(vessel->shape, box);
    for (int corner = 0; corner < 8; ++corner) {
      glm::dvec3 at = shape.centre();
      for (int axis = 0; axis < box.dimensions; ++axis) {
        const double side = (corner >> axis & 1) != 0 ? 1.0 : -1.0;
        at[axis] = std::clamp(at[axis] + side * shape.half()[axis], 0.0, box.size[axis]);
      }
      const glm::dvec3 point = rotation * (at - size / 2.0);
      across.add(point.x, point.z, shape.radius() + padding);
      upright.add(point.y, point.z, shape.radius() + padding);
    }
  }
  const double distance = std::max(across.distance(), upright.distance()) + (flat ? extent.z : 0.0);
  const double clipMargin = kClipMargin * distance;
  const double nearPlane = std::max(distance - extent.z - clipMargin, 1e-3 * distance);
  const double farPlane = distance + extent.z + clipMargin;
  const double halfHeight =
      std::tan(kHalfAngle) * (flat ? distance - extent.z : nearPlane) / from.zoom;
  const double halfWidth = halfHeight * aspect;

  const glm::dvec3 centre = rotation * (size / 2.0);
  const glm::dvec3 eye(centre.x + across.shift(), centre.y + upright.shift(), centre.z + distance);
  // The height of the picture is 2 in normalised device coordinates.
  const glm::dvec3 pan(2.0 * from.panX / aspect, 2.0 * from.panY, 0.0);
  const glm::dmat4 projection =
      flat ? glm::ortho(-halfWidth, halfWidth, -halfHeight, halfHeight, nearPlane, farPlane)
           : glm::frustum(-halfWidth, halfWidth, -halfHeight, halfHeight, nearPlane, farPlane);
  Camera camera;
  camera.view = glm::mat4(glm::translate(glm::dmat4(1.0), -eye) * glm::dmat4(rotation));
  camera.projection = glm::mat4(glm::translate(glm::dmat4(1.0), pan) * projection);
  camera.nearDepth = static_cast<float>(distance - extent.z);
  camera.farDepth = static_cast<float>(distance + extent.z);
  return camera;
}

double pixelsPerLength(const Camera& camera, int height) {
  const double z = -(double{camera.nearDepth} + double{camera.farDepth}) / 2.0;
  const double w = camera.projection[2][3] * z + camera.projection[3][3];
  return camera.projection[1][1] / w * height / 2.0;
}

Ray rayThrough(const Camera& camera, const glm::dvec2& place) {
  const glm::dmat4 projection(camera.projection);
  const auto eyePoint = [&](double z) {
    const double w = projection[2][3] * z + projection[3][3];
    const glm::dvec2 axis(projection[2]);
    const glm::dvec2 offset(projection[3]);
    const glm::dvec2 scale(projection[0][0], projection[1][1]);
    return glm::dvec3((place * w - axis * z - offset) / scale, z);
  };
  const double nearest = -static_cast<double>(camera.nearDepth);
  const glm::dvec3 origin = eyePoint(nearest);
  const glm::dvec3 direction = eyePoint(nearest - 1.0) - origin;
  const glm::dmat4 toBox = glm::inverse(glm::dmat4(camera.view));
  return {glm::dvec3(toBox * glm::dvec4(origin, 1.0)),
          glm::normalize(glm::dvec3(toBox * glm::dvec4(direction, 0.0)))};
}

}  // namespace gpubuck::render
