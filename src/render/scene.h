// Draws the picture of a particle fluid into any framebuffer: the framebuffer of a window, or a
// framebuffer to be read back.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gl/objects.h"
#include "render/backdrop.h"
#include "render/bond_view.h"
#include "render/pick_pass.h"
#include "render/scene_passes.h"
#include "render/shadow_map.h"
#include "render/solid_view.h"
#include "render/surface/surface_view.h"

namespace gpubuck::render {

/// A rectangle of a framebuffer in pixels; x and y are its bottom left corner, as in OpenGL.
struct Viewport {
  int x = 0;
  int y = 0;
  int width = 1;   ///< >= 1
  int height = 1;  ///< >= 1
};

/// Returns the camera of a scene in a viewport. The camera sees the whole box, or vessel, with some
/// room around it.
Camera sceneCamera(const dpd::Room& room, const dpd::Camera& from, const Viewport& viewport);

/// Draws particles, bonds and box with 1 x 1 or 2 x 2 samples per pixel. The spheres are sized by
/// the mean distance between particles, so that a fluid of any density shows no gaps.
///
/// Drawing changes the bindings of framebuffers, program and textures. Drawing leaves the target
/// framebuffer bound, with the viewport set, and leaves depth test, scissor test and blending off.
class Scene {
 public:
  /// Number of samples above which spheres are drawn in stripes. NVIDIA's drivers find out early
  /// which fragments are hidden, but only in pictures of about this size or smaller.
  static constexpr std::int64_t kMostSamples = 8'400'000;

  /// `speciesColours` are sRGB in 0..1; `sampling` is 1 or 2 samples per pixel along x and along y.
  /// `mostSamples` >= 1 is the maximum number of samples that are drawn at once; it does not change
  /// the picture.
  Scene(const texel::Device& device, const cells::Box& box,
        std::span<const glm::vec3> speciesColours, int sampling,
        std::int64_t mostSamples = kMostSamples);

  /// Fills `viewport` of `framebuffer` (0 for the window's) and nothing outside of it. The
  /// framebuffer needs no depth and must not be multisampled. `position` has x, y, z and the
  /// species in w. Throws RunError if there is too little GPU memory.
  void draw(const texel::Vec4Array& position, const SceneLook& look, const Viewport& viewport,
            unsigned framebuffer);

  /// Returns the number of the particle that draw() would show at a place of the picture or within
  /// a few pixels of this place. Returns none if there is no such particle. If draw() shows a
  /// surface there, this is the particle nearest to the surface. `place` is -1..1 from left to
  /// right and from the bottom up. Bodies hide particles. Waits for the GPU, and leaves another
  /// framebuffer and viewport. Throws RunError if there is too little GPU memory.
  std::optional<std::int64_t> pick(const texel::Vec4Array& position, const SceneLook& look,
                                   const Viewport& viewport, const glm::dvec2& place);

 private:
  /// Draws the background, the floor and the bodies into `target`, and leaves it bound. The whole
  /// picture has the size `size`; its column `first` is the first column of the target.
  void drawSurroundings(const Samples& target, const SceneLook& look, const Camera& camera,
                        const glm::ivec2& size, int first = 0);
  /// Draws the edges of the box, in front of things at its sides, into the bound framebuffer of
  /// this size. Draws nothing if a vessel is the edge of the fluid.
  void drawOutline(const SceneLook& look, const Camera& camera, float radius,
                   const glm::ivec2& size);
  void drawSamples(const texel::Vec4Array& position, const SceneLook& look, const Camera& camera,
                   float radius);
  /// Draws the surroundings and the spheres, a large picture in stripes.
  void drawSpheres(const texel::Vec4Array& position, const SceneLook& look, const Camera& camera,
                   float radius);
  float radiusOf(const SceneLook& look, std::int64_t count) const;
  /// Returns the size of a particle's point in samples, for a picture with this many rows of
  /// samples.
  float pointSize(const SceneLook& look, const Camera& camera, float radius, int rows) const;
  void average(const Viewport& viewport, unsigned framebuffer);

  const texel::Device* device_;
  cells::Box box_;
  std::vector<glm::vec3> colours_;  ///< colours of the species
  int sampling_;
  std::int64_t mostSamples_;
  ParticleView particleView_;
  BondView bondView_;
  Backdrop backdrop_;
  BoxOutline boxOutline_;
  SolidView solidView_;
  std::optional<SurfaceView> surfaceView_;  ///< created for the first picture of a surface
  /// Indexed by the sum of 1 for occlusion and 2 for shadows. Each pass is created when it is first
  /// used.
  std::array<std::optional<ResolvePass>, 4> resolvePasses_;
  std::optional<ShadowMap> shadowMap_;  ///< created for the first picture with shadows
  std::optional<Samples> samples_;      ///< sampling_ times as large as the last viewport
  std::optional<Samples> behind_;       ///< as large as samples_, for the scene seen through a
                                        ///< surface
  std::optional<Samples> stripe_;       ///< some columns of the samples of a large picture
  gl::Framebuffer framebuffer_;
  gl::Framebuffer wholeFramebuffer_;  ///< has samples_ while framebuffer_ has stripe_
  std::optional<PickPass> pickPass_;  ///< created for the first pick
};

/// Returns the radius of the spheres for `count` particles in the room, in units of the cut-off: a
/// fixed share of the mean distance between particles, at most half the cut-off.
double sphereRadius(const dpd::Room& room, std::int64_t count);

}  // namespace gpubuck::render
