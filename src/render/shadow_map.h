// What the light sees of a scene: the nearest depths, by which the rest is in shadow.
#pragma once

#include <glm/vec2.hpp>
#include <optional>
#include <span>

#include "gl/objects.h"
#include "render/scene_passes.h"

namespace gpubuck::render {

/// The camera of the light, which shines parallel: it stands as the eye's does, turned to kLight,
/// and sees all of the box that throws shadows on what `eye` sees of it.
struct LightCamera {
  Camera camera;      ///< orthographic
  glm::ivec2 texels;  ///< of its picture, >= 1 and at most kMostTexels
  float texel;        ///< side of a texel, length
};

/// `grain`: side of a texel, length, > 0; it is larger where there would be more than kMostTexels.
/// `margin`: how far the scene stands out beyond the box, length.
LightCamera lightCamera(const cells::Box& box, const scenario::View& view, const Camera& eye,
                        float grain, float margin);
inline constexpr int kMostTexels = 2048;

/// Draws the particles that a look shows, and the obstacle, into the light's depths. Each particle
/// throws the shadow of the disc through its middle that faces the light, which is that of its
/// sphere; so no sphere throws one on its own lit side, and no bias is needed for that.
class ShadowMap {
 public:
  /// `colours`: sRGB in 0..1, one per species.
  ShadowMap(const texel::Device& device, const cells::Box& box, std::span<const glm::vec3> colours);

  /// `eye` looks at the scene next. `radius`: of the spheres, length. Leaves its own framebuffer
  /// and viewport bound. Throws RunError without GPU memory.
  void draw(const texel::Vec4Array& position, const Camera& eye, const SceneLook& look,
            float radius);

  /// As drawn last.
  const Shadows& shadows() const { return shadows_; }

 private:
  cells::Box box_;
  ParticlePass particles_;
  ObstacleView obstacle_;
  std::optional<gl::Texture> depths_;
  Shadows shadows_{};
  gl::Framebuffer framebuffer_;
};

}  // namespace gpubuck::render
