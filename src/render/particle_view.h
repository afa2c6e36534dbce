// Particles as shaded spheres or as points.
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
  float radius = 0.4f;         ///< of the spheres, length; drawn with at least about a pixel
  glm::vec3 background{1.0f};  ///< distant particles fade towards it; sRGB in 0..1
  /// Particles outside of these corners are not drawn.
  glm::vec3 low{std::numeric_limits<float>::lowest()}, high{std::numeric_limits<float>::max()};
  std::vector<int> hidden;  ///< species that are not drawn
  /// Format::Vec4, rgb of each particle as sRGB in 0..1; null: by species.
  const texel::Array* colours = nullptr;
};

/// Draws every particle of a position array as a sphere impostor: a square that faces the eye, on
/// which each fragment finds its point of the sphere, and so its normal and its depth. The outline
/// of a sphere seen off the axis is taken as a circle, which is exact to (radius / distance)^2.
/// Or draws it as a square of a few pixels in its plain colour, for fluids with so many particles
/// that spheres would be too slow.
///
/// Draws into the bound framebuffer and viewport, with depth test and depth write; leaves
/// the depth test off. `position`: Format::Vec4, x, y, z and the species in w. Throws RunError for
/// colours that do not fit it.
class ParticleView {
 public:
  /// `colours`: sRGB in 0..1, one per species, 1..kMaxColours of them. Throws RunError naming
  /// shader file and line.
  ParticleView(const texel::Device& device, std::span<const glm::vec3> colours);

  /// `viewportHeight`: pixels.
  void draw(const texel::Array& position, const Camera& camera, const ParticleStyle& style,
            int viewportHeight);

  /// `pointSize`: pixels; the style's radius is ignored.
  void drawPoints(const texel::Array& position, const Camera& camera, const ParticleStyle& style,
                  float pointSize);

 private:
  const texel::Device* device_;
  gl::Program spheres_;
  gl::Program points_;
};

}  // namespace gpubuck::render
