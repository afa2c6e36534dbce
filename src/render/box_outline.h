// The edges of the simulation box.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "gl/program.h"
#include "render/camera.h"
#include "search/box.h"
#include "texel/device.h"

namespace gpubuck::render {

/// Draws the 12 edges of the box, or the 4 sides of a two-dimensional one, as lines of any width
/// (OpenGL's own lines may be limited to a width of 1). Draws into the bound framebuffer and
/// viewport, with depth test and depth write; leaves the depth test off.
class BoxOutline {
 public:
  /// Throws RunError naming shader file and line.
  explicit BoxOutline(const texel::Device& device);

  /// `viewport`: its width and height, pixels. `lineWidth`: pixels. `towardsEye`: how far the lines
  /// are moved towards the eye, so that they show in front of the particles at the near sides;
  /// length.
  void draw(const search::Box& box, const Camera& camera, const glm::vec2& viewport,
            float lineWidth, float towardsEye, const glm::vec3& colour);

 private:
  const texel::Device* device_;
  gl::Program program_;
};

}  // namespace gpubuck::render
