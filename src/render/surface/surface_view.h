// The surface of a fluid: the places where its smoothed density is half of the density inside.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <vector>

#include "gl/objects.h"
#include "render/backdrop.h"
#include "render/scene_passes.h"
#include "render/surface/surface_density.h"

namespace gpubuck::render {

/// Draws a liquid in place of the particles that a look shows. The liquid is transparent where it
/// is thin, refracts the rest of the scene, and reflects an imagined studio (studio() of
/// liquid.glsl). Its surface encloses the volume of the particles and ends at the sides of the box,
/// the slice and the cut. Each place inside has the colour of the species that fills most of it.
/// Particles outside of the surface are too few for a surface of their own. They are drawn as
/// drops, each with a particle's volume times View::particleRadius cubed. Fast particles
/// (SceneLook::velocities) are drawn as foam, groups of white bubbles; foam lies on the surface,
/// too.
class SurfaceView {
 public:
  /// `colours`: sRGB in 0..1, one per species.
  SurfaceView(const texel::Device& device, const cells::Box& box,
              std::span<const glm::vec3> colours);

  /// Computes the density of the particles, for the calls that follow. Leaves another framebuffer
  /// and viewport bound. Throws RunError if there is too little GPU memory.
  void compute(const texel::Vec4Array& position, const SceneLook& look);

  /// Draws into all of `target`. Where there is no fluid, shows the picture of `behind`, which has
  /// the same size. `grain` is the number of samples of `target` along x and along y per line of
  /// sight, and with `isSmooth` the colours between lines of sight are interpolated. Throws
  /// RunError without GPU memory.
  void draw(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
            int grain, bool isSmooth, const Samples& behind, const Samples& target);

  /// The colours that drawDepths() writes, if there is a target for colours. With None the colours
  /// have no meaning. With Numbers, a particle outside of the surface has its number, as an id, and
  /// the surface has NULL, which is 1 in all channels.
  enum class DepthColours { None, Numbers };
  /// Draws the depths of the picture that draw() makes into the bound framebuffer, with depth test.
  /// The viewport begins at (0, 0) and has the size `size`.
  void drawDepths(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
                  const glm::ivec2& size, DepthColours colours);
  /// Compiles the shaders that the first calls would otherwise compile.
  void compile();

 private:
  /// One texel per line of sight.
  struct Sights {
    gl::Texture
        colour;         ///< RGBA8: the fluid's colour times its coverage, and the coverage in alpha
    gl::Texture place;  ///< RGBA32F: distance from the eye along its axis, share left in shadow
  };

  struct DepthPasses {
    DrawPass march;
    ParticlePass spray;
  };

  DepthPasses& depthPasses(DepthColours colours);
  /// Sets the uniforms of a march for a picture of this size, and returns the textures that the
  /// march reads.
  std::vector<texel::Input> showMarch(DrawPass& pass, const Camera& camera, const SceneLook& look,
                                      int grain, const glm::ivec2& size);
  void march(const Camera& camera, const SceneLook& look, int grain, const Samples& behind);
  void compose(const Camera& camera, int grain, bool isSmooth, const Samples& behind,
               const Samples& target);
  void drawSpray(ParticlePass& pass, const texel::Vec4Array& position, const Camera& camera,
                 const SceneLook& look);

  const texel::Device* device_;
  cells::Box box_;
  std::vector<glm::vec3> colours_;  ///< colours of the species
  SurfaceDensity density_;
  std::int64_t particles_ = 0;  ///< number of particles of the last compute()
  DrawPass march_, compose_;
  ParticlePass spray_;
  std::array<std::optional<DepthPasses>, 2> depthPasses_;  ///< passes by DepthColours, made when
                                                           ///< first used
  std::optional<Sights> sights_;
  gl::Framebuffer framebuffer_;
};

}  // namespace gpubuck::render
