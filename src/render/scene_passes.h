// The passes that a scene is drawn in: the edges of the box, the particles, and from samples to
// pixels. Each draws into the bound framebuffer and viewport.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <string>
#include <vector>

#include "dpd/model/obstacle.h"
#include "render/camera.h"
#include "texel/pass.h"

namespace gpubuck::render {

/// What a tool of the pointer would grip: particles near a line are tinted. Box coordinates.
struct Grip {
  glm::vec3 origin{0.0f};     ///< any point of the line
  glm::vec3 direction{0.0f};  ///< of length 1
  float radius = 0.0f;        ///< 0: nothing is tinted
  glm::vec3 colour{1.0f};     ///< sRGB in 0..1

  bool operator==(const Grip&) const = default;
};

/// A particle whose surroundings stand out: those nearer than the cut-off are tinted, those in
/// cells that its search does not walk are drawn faint. Box coordinates.
struct Focus {
  glm::vec3 place{0.0f};  ///< of the particle
  float cutoff = 0.0f;    ///< 0: there is none
  glm::vec3 cellEdge{1.0f};
  glm::vec3 period{0.0f};  ///< of the box along periodic axes, 0 along the others
  bool hidesRest = false;  ///< what would be faint is not drawn
  glm::vec3 colour{1.0f};  ///< sRGB in 0..1, of the tint

  bool operator==(const Focus&) const = default;
};

enum class ParticleStyle {
  Spheres,
  Points,  ///< of 1 to 2 SceneLook::radiusScale pixels
  Surface  ///< that of the fluid, as a liquid's
};

/// Everything that may change from one picture to the next.
struct SceneLook {
  scenario::View view{};
  float radiusScale = 1.0f;  ///< > 0: times sphereRadius()
  ParticleStyle style = ParticleStyle::Spheres;
  int surfaceGrain = 1;        ///< pixels along x and along y per texel of a surface, >= 1
  bool occlusion = true;       ///< soft shading in hollows (ResolvePass); not of points
  bool shadows = false;        ///< see ShadowMap; neither of points nor in two dimensions
  bool outline = true;         ///< the edges of the box
  glm::vec3 background{1.0f};  ///< sRGB in 0..1, light or dark; the outline stands out from
                               ///< it, and distant particles fade towards it
  /// rgb of each particle as sRGB in 0..1; null: by species.
  const texel::Vec4Array* colours = nullptr;
  /// A particle at (x, y, z) is drawn where x, y, z, 1 times this is not negative.
  glm::vec4 cut{0.0f, 0.0f, 0.0f, 1.0f};
  dpd::Obstacle obstacle{};  ///< where it is now
  Grip grip{};
  Focus focus{};
};

/// The corners between which a scene is drawn: those of the slice, if any, else far away.
struct Extent {
  glm::vec3 low, high;
};
Extent extentOf(const scenario::View& view, const cells::Box& box);

/// The direction to the light in eye coordinates, of length 1: above, to the left of and behind the
/// eye.
inline constexpr glm::vec3 kLight{-0.379f, 0.543f, 0.749f};
/// The constants of shaders/render/light.glsl.
std::string lightPrologue();

/// Pixels that a length of 1 covers where w of clip is 1.
float pixelsPerUnit(const Camera& camera, int viewportHeight);

/// A pass that draws vertices without attributes: shaders compute them from their number.
class DrawPass : public texel::Pass {
 public:
  /// `vertex` and `fragment`: files of shaders, both with `prologue`. Throws as gl::Program.
  DrawPass(const texel::Device& device, const std::string& name, const std::string& vertex,
           const std::string& fragment, const std::string& prologue = {});

  /// Draws a triangle over the whole viewport.
  void drawViewport(const std::vector<texel::Input>& inputs);
  /// Draws vertices, `instances` times, with depth test and depth write; leaves the test off.
  void drawInDepth(GLenum mode, std::int64_t vertices, std::int64_t instances,
                   const std::vector<texel::Input>& inputs);
  /// Draws vertices, `instances` times, and adds what they write to what is there.
  void drawAdding(GLenum mode, std::int64_t vertices, std::int64_t instances,
                  const std::vector<texel::Input>& inputs);

 private:
  void draw(GLenum mode, std::int64_t vertices, std::int64_t instances,
            const std::vector<texel::Input>& inputs);
};

/// Draws the 12 edges of the box, or the 4 sides of a two-dimensional one, as lines of any width
/// (OpenGL's own lines may be limited to a width of 1), with depth test and depth write.
class BoxOutline {
 public:
  explicit BoxOutline(const texel::Device& device);

  /// `viewport`: its width and height, pixels. `lineWidth`: pixels. `towardsEye`: how far the lines
  /// are moved towards the eye, to show in front of the particles at the near sides; length.
  void draw(const cells::Box& box, const Camera& camera, const glm::vec2& viewport, float lineWidth,
            float towardsEye, const glm::vec3& colour);

 private:
  DrawPass pass_;
};

/// A pass over the particles that a look shows, each in its colour (shaders/render/particle.glsl).
class ParticlePass : public DrawPass {
 public:
  /// `vertex`: its shader without ending, where it has not the pass's name. `colours`: sRGB in
  /// 0..1, one per species.
  ParticlePass(const texel::Device& device, const std::string& name, const std::string& vertex,
               const cells::Box& box, std::span<const glm::vec3> colours);

  /// Sets what all such shaders read. Returns their arrays. `position`: x, y, z and the species
  /// in w.
  std::vector<texel::Input> show(const texel::Vec4Array& position, const Camera& camera,
                                 const SceneLook& look);
  /// Draws a square that faces the eye for each sphere (render/particles.vert), with depth test and
  /// depth write. `radius`: of the spheres, length; they are drawn with at least about a pixel.
  /// `viewportHeight`: pixels.
  void drawSpheres(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
                   float radius, int viewportHeight);
  /// The same without depth: adds what they write to what is there.
  void addSpheres(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
                  float radius, int viewportHeight);

  /// Draws a point of so many pixels for each particle (render/points.vert), in the same way.
  void drawPoints(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
                  float pointSize);

 private:
  std::vector<texel::Input> showSpheres(const texel::Vec4Array& position, const Camera& camera,
                                        const SceneLook& look, float radius, int viewportHeight);

  cells::Box box_;
};

/// Draws every particle of a position array as a sphere impostor: a square that faces the eye, on
/// which each fragment finds its point of the sphere, and so its normal and its depth. The outline
/// of a sphere seen off the axis is taken as a circle, which is exact to (radius / distance)^2.
/// Or draws it as a square of a few pixels in its plain colour, for fluids with so many particles
/// that spheres would be too slow. With depth test and depth write.
///
/// `position`: x, y, z and the species in w.
class ParticleView {
 public:
  /// `colours`: sRGB in 0..1, one per species.
  ParticleView(const texel::Device& device, const cells::Box& box,
               std::span<const glm::vec3> colours);

  /// See ParticlePass::drawSpheres.
  void draw(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
            float radius, int viewportHeight);

  /// `pointSize`: pixels.
  void drawPoints(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
                  float pointSize);

 private:
  ParticlePass spheres_;
  ParticlePass points_;
};

/// Draws the obstacle as a sphere of its own colour, with its periodic images, with depth test and
/// depth write; in two dimensions as a disc. What lies outside of the box or of the slice is cut
/// off.
class ObstacleView {
 public:
  ObstacleView(const texel::Device& device, const cells::Box& box);

  void draw(const Camera& camera, const SceneLook& look);

 private:
  cells::Box box_;
  DrawPass pass_;
};

/// The depths that the light sees, and how places are found in them (shaders/render/shadow.glsl).
struct Shadows {
  const gl::Texture* depths;
  glm::mat4 toTexels{1.0f};  ///< eye coordinates to x, y in texels, and z from the light as depths
  glm::vec2 bias{0.0f};  ///< how much nearer to the light something throws no shadow yet: above and
                         ///< beside a place, the latter per texel; depths
  float fade = 1.0f;     ///< over how much more it gets a full shadow; > 0, depths
  float strength = 1.0f;  ///< of the straight light that a full shadow takes, 0..1
};

/// Averages a fixed number of samples per pixel and darkens what nearby things shade: screen-space
/// ambient occlusion from the depth samples around a pixel. It brings out clumps and hollows of a
/// fluid, which plain shading leaves flat. And it darkens what is in shadow.
class ResolvePass {
 public:
  /// `sampling`: samples per pixel along x and along y, >= 1; the others: what it does.
  ResolvePass(const texel::Device& device, int sampling, bool hasOcclusion, bool hasShadows);

  /// Draws all of `colour` and `depth` (of the same size), which `camera` drew, into a viewport
  /// whose sides are shorter by the factor `sampling`. `reach`: how far things darken others,
  /// length; `shadows`: if it does these, else null; then alpha of `colour` is the share of it that
  /// is left in shadow. `corner`: bottom left pixel of the viewport.
  void draw(const gl::Texture& colour, const gl::Texture& depth, const Camera& camera, float reach,
            const Shadows* shadows = nullptr, const glm::ivec2& corner = glm::ivec2(0));

 private:
  DrawPass pass_;
};

}  // namespace gpubuck::render
