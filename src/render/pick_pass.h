// Finds the particle that is drawn at a place of the picture.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <span>

#include "gl/objects.h"
#include "render/bond_view.h"
#include "render/scene_passes.h"
#include "render/solid_view.h"
#include "render/surface/surface_view.h"

namespace gpubuck::render {

/// The properties of a picture that a pick needs.
struct Aim {
  glm::ivec2 size{1};      ///< size of the picture, pixels
  int sampling = 1;        ///< samples per pixel along x and along y
  float radius = 1.0f;     ///< radius of the spheres, length
  float reach = 1.0f;      ///< largest distance from a surface to the particles that are picked
                           ///< there, length
  float pointSize = 1.0f;  ///< size of the points, pixels
  glm::dvec2 place{0.0};   ///< place of the pick, -1..1 from left to right and from the bottom up
};

/// Redraws the few pixels around a place, with the numbers of particles in place of their colours.
/// Each half of a bond has the number of its particle. Bodies hide particles. One pixel is centred
/// on the place.
class PickPass {
 public:
  static constexpr int kSide = 7;  ///< pixels, odd

  /// `colours` has one colour per species. Throws RunError if there is too little GPU memory.
  PickPass(const texel::Device& device, const cells::Box& box, std::span<const glm::vec3> colours);

  /// Returns the number of the particle that is drawn nearest to the place within the redrawn
  /// pixels, or none. At a surface, returns the drawn particle nearest to the surface. `surface`
  /// has computed the density of the particles, or is null if the particles are not drawn as a
  /// surface. Waits for the GPU; leaves another framebuffer and viewport.
  std::optional<std::int64_t> run(const texel::Vec4Array& position, const Camera& camera,
                                  const SceneLook& look, const Aim& aim, SurfaceView* surface);

 private:
  /// Clears a target and binds it.
  void begin(const gl::Texture& numbers, const gl::Texture& depth);

  ParticlePass spheres_;
  ParticlePass points_;
  ParticlePass surface_;
  BondView bonds_;
  SolidView solids_;
  gl::Texture particles_, depth_;
  gl::Texture nearest_, distance_;  ///< the particles nearest to a surface
  gl::Framebuffer framebuffer_;
};

}  // namespace gpubuck::render
