// Particles as shaded spheres.
#pragma once

#include <glm/vec3.hpp>
#include <limits>
#include <span>
#include <vector>

#include "gl/program.h"
#include "render/camera.h"
#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::render {

struct ParticleStyle {
  float radius = 0.4f;         ///< of the spheres, length; none is drawn smaller than about a pixel
  glm::vec3 background{1.0f};  ///< what distant particles fade towards, sRGB in 0..1
  /// Particles outside of these corners are not drawn.
  glm::vec3 low{std::numeric_limits<float>::lowest()}, high{std::numeric_limits<float>::max()};
  std::vector<int> hidden;  ///< species that are not drawn
};

/// Draws every particle of a position array as a sphere impostor: a square that faces the eye, on
/// which each fragment finds its point of the sphere, and so its normal and its depth. The outline
/// of a sphere seen off the axis is taken as a circle, which is exact to (radius / distance)^2.
///
/// Draws into the framebuffer and viewport that are bound, with depth test and depth write; leaves
/// the depth test off.
class ParticleView {
 public:
  /// `colours`: sRGB in 0..1, one a species, 1..kMaxColours of them. Throws RunError naming shader
  /// file and line.
  ParticleView(const texel::Device& device, std::span<const glm::vec3> colours);

  /// `position`: Format::Vec4, x, y, z and the species in w. `viewportHeight`: pixels.
  void draw(const texel::Array& position, const Camera& camera, const ParticleStyle& style,
            int viewportHeight);

 private:
  const texel::Device* device_;
  gl::Program program_;
};

}  // namespace gpubuck::render
