// Which particle a place of the picture shows.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <span>

#include "gl/objects.h"
#include "render/scene_passes.h"

namespace gpubuck::render {

/// What a pick has to know of a picture.
struct Aim {
  glm::ivec2 size{1};      ///< of the picture, pixels
  int sampling = 1;        ///< samples per pixel along x and along y
  float radius = 1.0f;     ///< of its spheres, length
  float pointSize = 1.0f;  ///< of its points, pixels
  glm::dvec2 place{0.0};   ///< -1..1 from left to right and from the bottom up
};

/// Draws the few pixels around a place anew, with the numbers of the particles in place of their
/// colours, and with the obstacle's sphere, which hides what is behind it. One pixel has the place
/// as its middle.
class PickPass {
 public:
  static constexpr int kSide = 7;  ///< pixels, odd

  /// `colours`: one per species. Throws RunError without GPU memory.
  PickPass(const texel::Device& device, const cells::Box& box, std::span<const glm::vec3> colours);

  /// The number of the particle that is drawn nearest to the place, within the target; none where
  /// it is empty. Of a surface that of the spheres whose surface it is. Waits for the GPU; leaves
  /// another framebuffer and viewport.
  std::optional<std::int64_t> run(const texel::Vec4Array& position, const Camera& camera,
                                  const SceneLook& look, const Aim& aim);

 private:
  ParticlePass spheres_;
  ParticlePass points_;
  ObstacleView obstacle_;
  gl::Texture particles_, depth_;
  gl::Framebuffer framebuffer_;
};

}  // namespace gpubuck::render
