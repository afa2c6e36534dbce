// The surface of a fluid: where its smoothed density is half of its own.
#pragma once

#include <optional>
#include <span>

#include "gl/objects.h"
#include "render/samples.h"
#include "render/scene_passes.h"
#include "render/surface/surface_density.h"

namespace gpubuck::render {

/// Draws the surface of the particles that a look shows as that of a liquid: transparent where it
/// is thin, refracting the rest of the scene and reflecting a studio. It encloses the volume of the
/// particles and ends at the sides of the box, the slice and the cut. Each place inside has the
/// colour of the species that fills most of it. Particles outside, too few for a surface, are
/// spheres of their volume times View::particleRadius cubed, and smaller, whitish ones if they are
/// fast (SceneLook::velocities).
class SurfaceView {
 public:
  /// `colours`: sRGB in 0..1, one per species.
  SurfaceView(const texel::Device& device, const cells::Box& box,
              std::span<const glm::vec3> colours);

  /// Draws into all of `target`, with the picture of `behind`, which has the same size, where there
  /// is no fluid. `grain` is the number of samples of `target` along x and along y per line of
  /// sight, and with `isSmooth` they are interpolated. Throws RunError without GPU memory.
  void draw(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
            int grain, bool isSmooth, const Samples& behind, const Samples& target);

 private:
  /// One texel per line of sight.
  struct Sights {
    gl::Texture colour;  ///< RGBA8: the fluid's colour times its coverage, and this
    gl::Texture place;   ///< RGBA32F: distance from the eye along its axis, share left in shadow
  };

  void march(const Camera& camera, const SceneLook& look, int grain, const Samples& behind);
  void compose(const Camera& camera, int grain, bool isSmooth, const Samples& behind,
               const Samples& target);
  void drawSpray(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look);

  cells::Box box_;
  SurfaceDensity density_;
  DrawPass march_, compose_;
  ParticlePass spray_;
  std::optional<Sights> sights_;
  gl::Framebuffer framebuffer_;
};

}  // namespace gpubuck::render
