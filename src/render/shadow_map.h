// Shadow mapping: the nearest depths seen from the light; everything farther away is in shadow.
#pragma once

#include <glm/vec2.hpp>
#include <optional>
#include <span>

#include "gl/objects.h"
#include "render/bond_view.h"
#include "render/scene_passes.h"
#include "render/solid_view.h"
#include "render/surface/surface_view.h"

namespace gpubuck::render {

/// The camera of the light, whose rays are parallel. It looks from the direction kLight, which is
/// relative to the eye's axes, and sees the part of the box that casts shadows on the part seen by
/// `eye`.
struct LightCamera {
  Camera camera;      ///< orthographic
  glm::ivec2 texels;  ///< width and height of the map, from 1 to kMostTexels
  float texel;        ///< side of a texel, length
};

/// Returns the camera of the light. `grain` is the side of a texel, length, > 0; it is enlarged if
/// there would be more than kMostTexels. `margin` is the distance by which the scene extends beyond
/// the box, length.
LightCamera lightCamera(const cells::Box& box, const dpd::View& view, const Camera& eye,
                        float grain, float margin);
inline constexpr int kMostTexels = 2048;

/// Draws the particles and bonds that a look shows (or the surface) and the bodies into the depths
/// seen from the light. Each particle casts the shadow of the disc through its middle that faces
/// the light. This shadow equals the shadow of its sphere. Each bond casts the shadow of the
/// rectangle through its axis that faces the light. Thus no sphere or cylinder casts a shadow on
/// its own lit side, even without a bias.
class ShadowMap {
 public:
  /// `colours`: sRGB in 0..1, one per species.
  ShadowMap(const texel::Device& device, const cells::Box& box, std::span<const glm::vec3> colours);

  /// Draws the depths for a picture seen by `eye`. `radius` is the radius of the spheres, length.
  /// `surface` has computed the density of the particles, or is null if the particles are not drawn
  /// as a surface. Leaves another framebuffer and viewport bound. Throws RunError without GPU
  /// memory.
  void draw(const texel::Vec4Array& position, const Camera& eye, const SceneLook& look,
            float radius, SurfaceView* surface);

  /// Returns the depths that were drawn last.
  const Shadows& shadows() const { return shadows_; }

 private:
  cells::Box box_;
  ParticlePass particles_;
  BondView bonds_;
  SolidView solids_;
  std::optional<gl::Texture> depths_;
  Shadows shadows_{};
  gl::Framebuffer framebuffer_;
};

}  // namespace gpubuck::render
