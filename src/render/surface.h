// The surface of a fluid in screen space: the distances of its spheres from the eye are smoothed,
// and the result is shaded as a liquid. Each pass draws into the bound framebuffer and viewport.
#pragma once

#include <optional>
#include <span>

#include "gl/objects.h"
#include "render/scene_passes.h"

namespace gpubuck::render {

/// A picture and its depths on the GPU.
struct Samples {
  gl::Texture colour;
  gl::Texture depth;
};

/// A surface seen from the eye, per texel.
struct SurfaceLayer {
  gl::Texture colour;  ///< RGBA8: the colour of the nearest particle, and the coverage of the texel
  gl::Texture distance;  ///< R32F: distance from the eye along its axis, 0 without a particle
};

/// Draws spheres into a surface.
class SurfaceParticles {
 public:
  /// `colours`: sRGB in 0..1, one per species.
  SurfaceParticles(const texel::Device& device, const cells::Box& box,
                   std::span<const glm::vec3> colours);

  /// Draws into the two textures of a SurfaceLayer cleared to 0, with depth test and depth write.
  /// `radius` is that of the spheres, length; `viewportHeight` is in texels.
  void draw(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
            float radius, int viewportHeight);
  /// Adds the length of the line of sight within each sphere to a number per texel.
  void addThickness(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
                    float radius, int viewportHeight);

 private:
  ParticlePass nearest_;
  ParticlePass thickness_;
};

/// Smooths a surface along one axis of the picture, without joining parts that are far apart in
/// depth (after the idea of Truong and Yuksel, "A Narrow-Range Filter for Screen-Space Fluid
/// Rendering", 2018).
class SurfaceSmoothing {
 public:
  struct Settings {
    float reach;  ///< distance at which the Gaussian weight is exp(-3), length
    float range;  ///< largest difference in depth between samples of one surface, length
    bool fills =
        false;  ///< also smooths colour and coverage, and extends the surface beyond its rim
  };

  explicit SurfaceSmoothing(const texel::Device& device);

  /// Draws from `surface` into the two textures of another SurfaceLayer.
  void draw(const SurfaceLayer& surface, const Camera& camera, bool alongX,
            const Settings& settings);

 private:
  DrawPass pass_;
};

/// Smooths a number per texel along one axis of the picture by a Gaussian.
class SurfaceBlur {
 public:
  explicit SurfaceBlur(const texel::Device& device);

  /// Smooths with a weight that falls to exp(-2) at `reach` texels, clamped to 24.
  void draw(const gl::Texture& numbers, bool alongX, float reach);

 private:
  DrawPass pass_;
};

/// Shades a smoothed surface: colour and transparency by thickness, refraction of the scene seen
/// through it, and reflections of a studio.
class SurfaceShading {
 public:
  explicit SurfaceShading(const texel::Device& device);

  /// Draws colour and depth into a picture of the size of `behind`, which has at least as many
  /// texels as the surface. `thickness` is that of the same view, length, R16F; `radius` is that of
  /// the spheres, length; `clear` is the thickness that transmits 1 / e of the light, length.
  void draw(const SurfaceLayer& surface, const gl::Texture& thickness, const Samples& behind,
            const Camera& camera, const SceneLook& look, float radius, float clear);

 private:
  DrawPass pass_;
};

/// Draws the surface of the particles that a look shows.
class SurfaceView {
 public:
  /// `colours`: sRGB in 0..1, one per species.
  SurfaceView(const texel::Device& device, const cells::Box& box,
              std::span<const glm::vec3> colours);

  /// Draws into all of `target`, with the picture of `behind`, which has the same size, where there
  /// is no fluid. `radius` is that of the spheres, length; `grain` is the number of samples of
  /// `target` along x and along y per texel of the surface. Throws RunError without GPU memory.
  void draw(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
            float radius, int grain, const Samples& behind, const Samples& target);

 private:
  struct Layers {
    SurfaceLayer surface, smoothed;
    gl::Texture depth;
    gl::Texture thickness, blurred;
  };

  void allocate(int width, int height);
  void bind(const SurfaceLayer& layer, const gl::Texture* depth = nullptr);
  void bind(const gl::Texture& colour, const gl::Texture* depth = nullptr);
  void smooth(const Camera& camera, float radius);
  void measureThickness(const texel::Vec4Array& position, const Camera& camera,
                        const SceneLook& look, float radius);

  float clear_;
  SurfaceParticles particles_;
  SurfaceSmoothing smoothing_;
  SurfaceBlur blur_;
  SurfaceShading shading_;
  std::optional<Layers> layers_;
  gl::Framebuffer framebuffer_;
};

}  // namespace gpubuck::render
