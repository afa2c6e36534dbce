// The camera: where the box lies in the picture.
#pragma once

#include <glm/mat4x4.hpp>

#include "render/view.h"
#include "search/box.h"

namespace gpubuck::render {

/// Matrices of OpenGL's conventions: the eye looks along -z, the picture is x and y in -1..1.
struct Camera {
  glm::mat4 view{1.0f};        ///< box coordinates to eye coordinates; a rotation and a shift
  glm::mat4 projection{1.0f};  ///< eye to clip coordinates; w of clip is 1 if orthographic
  float nearDepth = 0.0f;      ///< distance from the eye, along its axis, of the nearest ...
  float farDepth = 1.0f;       ///< ... and of the farthest point of the box
};

/// A camera that sees the whole box, grown by `padding` (>= 0, length) on every side, as large as a
/// picture of the given aspect (width / height) allows at zoom 1. In three dimensions a perspective
/// view with z up; in two an orthographic one. Throws InputError for a view out of
/// range.
Camera fitCamera(const search::Box& box, const View& view, double aspect, double padding = 0.0);

}  // namespace gpubuck::render
