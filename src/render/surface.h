// The surface of a fluid in screen space: the distances of its spheres from the eye, smoothed, and
// shaded as a liquid's. Each pass draws into the bound framebuffer and viewport.
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

/// A surface as the eye sees it, per texel.
struct SurfaceLayer {
  gl::Texture
      colour;  ///< RGBA8: the colour of the nearest particle; how much of the place is covered
  gl::Texture distance;  ///< R32F: from the eye, along its axis; 0 where there is nothing
};

/// Draws spheres into a surface.
class SurfaceParticles {
 public:
  /// `colours`: sRGB in 0..1, one per species.
  SurfaceParticles(const texel::Device& device, const cells::Box& box,
                   std::span<const glm::vec3> colours);

  /// Into the two textures of a SurfaceLayer that is all 0, with depth test and depth write.
  /// `radius`: of the spheres, length; `viewportHeight`: texels.
  void draw(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
            float radius, int viewportHeight);
  /// Adds the length of the line of sight within each sphere to a number per texel.
  void addThickness(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
                    float radius, int viewportHeight);

 private:
  ParticlePass nearest_;
  ParticlePass thickness_;
};

/// Smooths a surface along one axis of the picture, without joining what is far apart in depth
/// (after the idea of Truong and Yuksel, "A Narrow-Range Filter for Screen-Space Fluid Rendering",
/// 2018).
class SurfaceSmoothing {
 public:
  struct Settings {
    float reach;  ///< where a Gaussian weight has fallen to exp(-3), length
    float range;  ///< how far apart in depth samples still are of one surface, length
    bool fills =
        false;  ///< smooths colour and coverage, too, and the surface goes on beyond its rim
  };

  explicit SurfaceSmoothing(const texel::Device& device);

  /// From `surface` into the two textures of another SurfaceLayer.
  void draw(const SurfaceLayer& surface, const Camera& camera, bool alongX,
            const Settings& settings);

 private:
  DrawPass pass_;
};

/// Smooths a number per texel along one axis of the picture by a Gaussian.
class SurfaceBlur {
 public:
  explicit SurfaceBlur(const texel::Device& device);

  /// `reach`: where the weight has fallen to exp(-2), texels; it counts as 24 at most.
  void draw(const gl::Texture& numbers, bool alongX, float reach);

 private:
  DrawPass pass_;
};

/// Shades a smoothed surface: colour and clearness by thickness, what is seen through it bent, and
/// reflections of a studio.
class SurfaceShading {
 public:
  explicit SurfaceShading(const texel::Device& device);

  /// In depth into a picture of the size of `behind`, of which the surface has a part of the
  /// texels. `thickness`: of the same view, length, R16F; `radius`: of the spheres, length;
  /// `clear`: the thickness through which 1 / e of the light passes, length.
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

  /// Into all of `target`; where there is no fluid, what is in `behind`, which has its size.
  /// `radius`: of the spheres, length; `grain`: samples of `target` along x and along y per texel
  /// of the surface. Throws RunError without GPU memory.
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
