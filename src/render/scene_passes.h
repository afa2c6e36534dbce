// The passes that draw a scene: the edges of the box, the particles, and the resolution of samples
// to pixels. Each pass draws into the bound framebuffer and viewport.
#pragma once

#include <array>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <string>
#include <vector>

#include "dpd/model/solids.h"
#include "render/camera.h"
#include "texel/pass.h"

namespace gpubuck::render {

/// The particles in reach of a tool of the pointer: particles near a line are tinted. The line is
/// in box coordinates.
struct Grip {
  glm::vec3 origin{0.0f};     ///< any point of the line
  glm::vec3 direction{0.0f};  ///< a vector of length 1
  float radius = 0.0f;        ///< 0 tints no particle
  glm::vec3 colour{1.0f};     ///< sRGB in 0..1

  bool operator==(const Grip&) const = default;
};

/// A particle whose surroundings are emphasised. Particles that are nearer to it than the cut-off
/// are tinted, and particles in cells that its search does not visit are drawn faint. Places and
/// lengths are in box coordinates.
struct Focus {
  glm::vec3 place{0.0f};  ///< place of the particle
  float cutoff = 0.0f;    ///< 0 if no particle is emphasised
  glm::vec3 cellEdge{1.0f};
  glm::vec3 period{0.0f};  ///< period of the box along periodic axes, 0 along other axes
  bool hidesRest = false;  ///< hides the particles that would otherwise be faint
  glm::vec3 colour{1.0f};  ///< colour of the tint, sRGB in 0..1

  bool operator==(const Focus&) const = default;
};

using dpd::ParticleStyle;

/// The backgrounds of the window, sRGB in 0..1.
inline constexpr glm::vec3 kDarkBackground{0.085f, 0.10f, 0.13f};
inline constexpr glm::vec3 kLightBackground{0.955f, 0.96f, 0.97f};

/// All properties that may change from one picture to the next.
struct SceneLook {
  dpd::View view{};
  ParticleStyle style = ParticleStyle::Spheres;
  int surfaceGrain = 1;        ///< pixels along x and along y per texel of a surface, >= 1
  bool occlusion = true;       ///< soft shading in hollows (ResolvePass); ignored for points
  bool shadows = false;        ///< draws shadows, except for points and in two dimensions
  bool outline = true;         ///< the edges of the box
  bool backdrop = false;       ///< draws a Backdrop; otherwise the background is plain
  glm::vec3 background{1.0f};  ///< sRGB in 0..1, light or dark; the outline contrasts with this
                               ///< colour, and distant particles fade towards it
  /// rgb of each particle as sRGB in 0..1, or null for the colours of the species.
  const texel::Vec4Array* colours = nullptr;
  /// The places of the two particles of each bond side by side (BondEnds), or null for no bonds.
  const texel::IdArray* bonds = nullptr;
  /// Velocities of the particles, or null for no foam. A particle outside of a surface is foam if
  /// it is faster than `foamSpeed`. With `colours`, no particle is foam.
  const texel::Vec4Array* velocities = nullptr;
  float foamSpeed = 0.0f;  ///< > 0 with velocities, length / time
  /// A particle at (x, y, z) is drawn if the dot product of (x, y, z, 1) and this vector is not
  /// negative.
  glm::vec4 cut{0.0f, 0.0f, 0.0f, 1.0f};
  std::vector<dpd::Solid> solids{};  ///< the solids at their present places
  Grip grip{};
  Focus focus{};
};

/// The share of Focus::colour in the colour of a particle within the cut-off.
inline constexpr float kNearTint = 0.65f;

/// Returns the share of the background in the colour of a particle in a cell that the search of the
/// focus does not visit. This share is smaller on a light background, where the whole fluid
/// would otherwise be as pale as the neighbours of the focus.
float faintness(const glm::vec3& background);

/// The colour of foam, sRGB in 0..1.
inline constexpr glm::vec3 kFoamColour{0.93f, 0.97f, 1.0f};
/// Returns the largest share that kFoamColour has in the colour of a particle of foam. This share
/// is smaller on a light background, where white is not seen.
float foamShare(const glm::vec3& background);
/// Returns the least speed at which a lone particle of a fluid is foam. Few particles reach this
/// speed by heat alone.
float foamSpeed(const dpd::Fluid& fluid);

/// Returns whether a look shows bonds: it does so with spheres and with points, but not with a
/// surface or with a bond radius of 0.
inline bool wantsBonds(const SceneLook& look) {
  return look.view.bondRadius > 0.0 && look.style != ParticleStyle::Surface;
}

/// Two opposite corners of the space in which a scene is drawn.
struct Extent {
  glm::vec3 low, high;
};
/// Returns the corners of the slice, or, if there is no slice, corners far away.
Extent extentOf(const dpd::View& view, const cells::Box& box);

/// The direction to the light in eye coordinates, of length 1. The light is above, to the left and
/// at the back of the viewer.
inline constexpr glm::vec3 kLight{-0.379f, 0.543f, 0.749f};
/// Returns the GLSL constants of shaders/render/light.glsl.
std::string lightPrologue();

/// Returns the number of pixels that a length of 1 covers at clip w = 1.
float pixelsPerUnit(const Camera& camera, int viewportHeight);

/// Corners of a square or rectangle, which is drawn as a triangle strip.
inline constexpr int kCorners = 4;

/// A pass that draws vertices without attributes: shaders compute a vertex from its number.
class DrawPass : public texel::Pass {
 public:
  /// `vertex` and `fragment` are files of shaders, both with `prologue`. `fragmentVersion` is the
  /// version of GLSL for `fragment` (gl::Stage::version). Throws the errors of gl::Program.
  DrawPass(const texel::Device& device, const std::string& name, const std::string& vertex,
           const std::string& fragment, const std::string& prologue = {},
           int fragmentVersion = 330);

  /// Draws a triangle over the whole viewport.
  void drawViewport(const std::vector<texel::Input>& inputs);
  /// Draws vertices, `instances` times, with depth test and depth write; afterwards the test is
  /// off.
  void drawInDepth(GLenum mode, std::int64_t vertices, std::int64_t instances,
                   const std::vector<texel::Input>& inputs);
  /// Draws with depth test but without depth write, and blends: alpha of the output is the share of
  /// the picture that the output hides, rgb is added. Leaves alpha of the framebuffer unchanged.
  void drawOver(GLenum mode, std::int64_t vertices, std::int64_t instances,
                const std::vector<texel::Input>& inputs);
  /// Draws as drawOver() does, and blends alpha towards 1, so that what is drawn is as bright in
  /// shadow as in light.
  void drawUnlit(GLenum mode, std::int64_t vertices, std::int64_t instances,
                 const std::vector<texel::Input>& inputs);
  /// Draws vertices, `instances` times, and adds their output to the framebuffer.
  void drawAdding(GLenum mode, std::int64_t vertices, std::int64_t instances,
                  const std::vector<texel::Input>& inputs);

 private:
  /// `alpha`: the factors of alpha of the output and of the framebuffer.
  void drawBlended(GLenum mode, std::int64_t vertices, std::int64_t instances,
                   const std::vector<texel::Input>& inputs, const std::array<GLenum, 2>& alpha);
  void draw(GLenum mode, std::int64_t vertices, std::int64_t instances,
            const std::vector<texel::Input>& inputs);
};

/// Draws the 12 edges of the box, or the 4 sides of a two-dimensional box, as lines of any width
/// (OpenGL's own lines may be limited to a width of 1), with depth test. The lines do not write
/// depths, because passes that read depths would take each line for an obstacle. Edges are solid
/// between two walls, dashed at a periodic side and dotted between two periodic sides.
class BoxOutline {
 public:
  explicit BoxOutline(const texel::Device& device);

  /// `viewport` is the width and height of the viewport, pixels, `lineWidth` the width of the
  /// lines, pixels. `towardsEye` is the length by which the lines are moved towards the eye, so
  /// that they are in front of the particles at the near sides.
  void draw(const cells::Box& box, const Camera& camera, const glm::vec2& viewport, float lineWidth,
            float towardsEye, const glm::vec3& colour);

 private:
  DrawPass pass_;
};

/// Sets the uniforms of shaders/render/tint.glsl.
void setTint(DrawPass& pass, const SceneLook& look);

/// The prologue of passes that draw discs in place of spheres
/// (shaders/render/square_of_sphere.glsl).
inline constexpr const char* kDiscs = "#define DISCS\n";

/// A pass over the particles that a look shows, each in its colour (shaders/render/particle.glsl).
class ParticlePass : public DrawPass {
 public:
  /// `vertex` and `fragment` are the names of the shaders of the pass without ending. Both shaders
  /// get `prologue`, too. `colours` are sRGB in 0..1, one per species.
  ParticlePass(const texel::Device& device, const std::string& name, const std::string& vertex,
               const std::string& fragment, const cells::Box& box,
               std::span<const glm::vec3> colours, const std::string& prologue = {});
  /// Makes a pass whose fragment shader has the pass's name.
  ParticlePass(const texel::Device& device, const std::string& name, const std::string& vertex,
               const cells::Box& box, std::span<const glm::vec3> colours)
      : ParticlePass(device, name, vertex, name, box, colours) {}

  /// Sets the uniforms that the shaders of every ParticlePass read. Returns the arrays that these
  /// shaders read. `position` has x, y, z and the species in w.
  std::vector<texel::Input> show(const texel::Vec4Array& position, const Camera& camera,
                                 const SceneLook& look);
  /// Draws a square that faces the eye for each sphere (render/particles.vert), with depth test and
  /// depth write. `radius` is the radius of the spheres, length; a sphere covers at least about one
  /// pixel. `viewportHeight` is in pixels.
  void drawSpheres(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
                   float radius, int viewportHeight);
  /// Draws points of the size that the vertex shader sets, without depth test, and adds their
  /// output to the framebuffer. `inputs` includes the inputs of show().
  void addPoints(std::int64_t points, const std::vector<texel::Input>& inputs);

  /// Draws a point of `pointSize` pixels for each particle (render/points.vert), with depth test
  /// and depth write.
  void drawPoints(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
                  float pointSize);

 protected:
  const cells::Box& box() const { return box_; }

 private:
  cells::Box box_;
};

/// Draws every particle of a position array as a sphere impostor: a square that faces the eye, on
/// which each fragment finds its point of the sphere, and thus the normal and the depth there. The
/// outline of a sphere seen off the axis is taken as a circle, with a relative error of about
/// (radius / distance)^2. The view can also draw particles as squares of a few pixels in their
/// plain colours, for fluids with so many particles that spheres would be too slow. Draws with
/// depth test and depth write.
///
/// `position`: x, y, z and the species in w.
class ParticleView {
 public:
  /// `colours`: sRGB in 0..1, one per species.
  ParticleView(const texel::Device& device, const cells::Box& box,
               std::span<const glm::vec3> colours);

  /// Draws as ParticlePass::drawSpheres does.
  void draw(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
            float radius, int viewportHeight);

  /// `pointSize`: pixels.
  void drawPoints(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
                  float pointSize);

 private:
  ParticlePass spheres_;
  ParticlePass points_;
};

/// The depths seen from the light, and the mapping of places to them (shaders/render/shadow.glsl).
struct Shadows {
  const gl::Texture* depths;
  glm::mat4 toTexels{1.0f};  ///< maps eye coordinates to texels (x, y) and light depths (z)
  /// An object casts a shadow on a place if it is nearer to the light than the place by more than
  /// this depth: a constant, and an amount per texel of distance across the light's direction.
  glm::vec2 bias{0.0f};
  float fade = 1.0f;      ///< depth, beyond the bias, over which a shadow becomes full, > 0
  float strength = 1.0f;  ///< share of the direct light that a full shadow blocks, 0..1
};

/// Screen-space ambient occlusion.
struct Occlusion {
  float reach = 1.0f;     ///< distance up to which things darken other things, length, > 0
  float strength = 0.8f;  ///< share of the light that a place loses which is surrounded on all
                          ///< sides, 0..1
};

/// Averages a fixed number of samples per pixel, or smooths edges if there is one sample per pixel.
/// Applies screen-space ambient occlusion, computed from the depth samples around a pixel.
/// Occlusion emphasises clumps and hollows of a fluid, which plain shading leaves flat. The pass
/// also applies shadows.
class ResolvePass {
 public:
  /// `sampling` is the number of samples per pixel along x and along y, >= 1. The other arguments
  /// select the effects.
  ResolvePass(const texel::Device& device, int sampling, bool hasOcclusion, bool hasShadows);

  /// Draws all of `colour` and `depth` (of the same size), seen by `camera`, into a viewport whose
  /// sides are shorter by the factor `sampling`. `shadows` is null unless the pass applies shadows;
  /// with shadows, alpha of `colour` is the share of the colour that is left in shadow. `corner` is
  /// the bottom left pixel of the viewport.
  void draw(const gl::Texture& colour, const gl::Texture& depth, const Camera& camera,
            const Occlusion& occlusion, const Shadows* shadows = nullptr,
            const glm::ivec2& corner = glm::ivec2(0));

 private:
  DrawPass pass_;
};

}  // namespace gpubuck::render
