// Finds the particle that is drawn at a place of the picture.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <span>

#include "gl/objects.h"
#include "render/bond_view.h"
#include "render/scene_passes.h"

namespace gpubuck::render {

/// The properties of a picture that a pick needs.
struct Aim {
  glm::ivec2 size{1};      ///< of the picture, pixels
  int sampling = 1;        ///< samples per pixel along x and along y
  float radius = 1.0f;     ///< of its spheres, length
  float pointSize = 1.0f;  ///< of its points, pixels
  glm::dvec2 place{0.0};   ///< -1..1 from left to right and from the bottom up
};

/// Redraws the few pixels around a place with the numbers of the particles instead of their
/// colours, and halves of bonds with the numbers of theirs. The obstacle's sphere hides particles.
/// One pixel is centred on the place.
class PickPass {
 public:
  static constexpr int kSide = 7;  ///< pixels, odd

  /// `colours` has one colour per species. Throws RunError without GPU memory.
  PickPass(const texel::Device& device, const cells::Box& box, std::span<const glm::vec3> colours);

  /// Returns the number of the particle drawn nearest to the place within the target, or none. For
  /// a surface it uses the spheres below the surface. Waits for the GPU; leaves another framebuffer
  /// and viewport.
  std::optional<std::int64_t> run(const texel::Vec4Array& position, const Camera& camera,
                                  const SceneLook& look, const Aim& aim);

 private:
  ParticlePass spheres_;
  ParticlePass points_;
  BondView bonds_;
  ObstacleView obstacle_;
  gl::Texture particles_, depth_;
  gl::Framebuffer framebuffer_;
};

}  // namespace gpubuck::render
