// The camera, which maps the box to the picture.
#pragma once

#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "dpd/model/solids.h"
#include "dpd/model/view.h"

namespace gpubuck::render {

/// Matrices with OpenGL's conventions: the eye looks along -z, the picture is x and y in -1..1.
struct Camera {
  glm::mat4 view{1.0f};        ///< box coordinates to eye coordinates; a rotation and a shift
  glm::mat4 projection{1.0f};  ///< eye to clip coordinates; w of clip is 1 if orthographic
  float nearDepth = 0.0f;      ///< distance from the eye, along the eye's axis, of the nearest
                               ///< point of the box
  float farDepth = 1.0f;       ///< distance of the farthest point of the box along the eye's axis
};

/// Returns a camera that shows the whole box, or the whole closed vessel, extended by `padding` (>=
/// 0, length) on each side. At zoom 1 the box or vessel is as large as a picture of the given
/// aspect (width / height) allows. In three dimensions the view is a perspective in which z points
/// up unless the camera is rolled; in two dimensions it is orthographic.
Camera fitCamera(const dpd::Room& room, const dpd::Camera& from, double aspect,
                 double padding = 0.0);

/// Returns the axes of the picture in box coordinates, as rows: right, up, and from the box to the
/// eye.
glm::dmat3 cameraAxes(const dpd::Camera& from);

/// Returns the camera `from` with other axes. `axes` is a rotation, as cameraAxes() returns it.
dpd::Camera withAxes(dpd::Camera from, const glm::dmat3& axes);

/// Returns the number of pixels that a unit of length covers in the middle of the box, across the
/// line of sight, in a picture of this height.
double pixelsPerLength(const Camera& camera, int height);

/// A straight line of sight in box coordinates.
struct Ray {
  glm::dvec3 origin{0.0};     ///< place at the camera's nearDepth
  glm::dvec3 direction{0.0};  ///< away from the eye, of length 1
};

/// Returns the line of the points that the camera shows at `place` of the picture, in normalised
/// device coordinates: -1..1 from left to right and from the bottom up.
Ray rayThrough(const Camera& camera, const glm::dvec2& place);

}  // namespace gpubuck::render
