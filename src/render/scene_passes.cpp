#include "render/scene_passes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>

namespace gpubuck::render {
namespace {

// The longest side of the box has kDashes dashes, each with a gap, but a dash and its gap together
// are at least kLeastDash line widths long.
constexpr double kDashes = 24.0;
constexpr double kLeastDash = 10.0;
constexpr float kFoamOnDark = 0.75f, kFoamOnLight = 0.6f;
constexpr float kFaintOnDark = 0.6f, kFaintOnLight = 0.35f;
constexpr double kLeastFoamSpeed = 0.1;
constexpr double kFoamSpeeds = 1.6;  // in thermal speeds, sqrt(3 kT / m)

/// Returns 0 for a dark background and 1 for a light background.
float lightness(const glm::vec3& background) { return glm::smoothstep(0.3f, 0.7f, background.g); }

/// Returns whether, in the order of their cells (layer by layer along z), later particles are
/// nearer to the eye.
bool lastIsNearest(const Camera& camera) {
  // A layer of cells, which lies across z, covers the layers that are farther from the eye, unless
  // it is seen from the side.
  constexpr float kFromTheSide = 0.05f;
  const glm::vec3 towardsEye(camera.view[0][2], camera.view[1][2], camera.view[2][2]);
  for (const int axis : {2, 1}) {
    if (std::abs(towardsEye[axis]) > kFromTheSide) return towardsEye[axis] > 0.0f;
  }
  return towardsEye.x > 0.0f;
}

/// Draws points of the size that their vertex shader sets, as OpenGL ES always does.
void withPointSize(const std::function<void()>& draw) {
  const bool isCore = gl::features().profile == gl::Profile::Core;
  if (isCore) glEnable(GL_PROGRAM_POINT_SIZE);
  draw();
  if (isCore) glDisable(GL_PROGRAM_POINT_SIZE);
}

/// Returns the version of GLSL for fragments of particles: shaders/render/sphere_depth.glsl uses
/// 4.20 if there is OpenGL 4.2.
int particleVersion() { return gl::features().isCore(4, 2) ? 420 : 330; }

}  // namespace

std::string lightPrologue() {
  const glm::vec3 halfWay = glm::normalize(kLight + glm::vec3(0.0f, 0.0f, 1.0f));
  const auto constant = [](const char* name, const glm::vec3& value) {
    return fmt::format("const vec3 {} = vec3({:.4f}, {:.4f}, {:.4f});\n", name, value.x, value.y,
                       value.z);
  };
  return constant("kLight", kLight) + constant("kHalfWay", halfWay);
}

float foamShare(const glm::vec3& background) {
  return glm::mix(kFoamOnDark, kFoamOnLight, lightness(background));
}

float faintness(const glm::vec3& background) {
  return glm::mix(kFaintOnDark, kFaintOnLight, lightness(background));
}

float foamSpeed(const dpd::Fluid& fluid) {
  double mass = std::numeric_limits<double>::infinity();
  for (const dpd::Species& species : fluid.species) mass = std::min(mass, species.mass);
  return static_cast<float>(
      std::max(kLeastFoamSpeed, kFoamSpeeds * std::sqrt(3.0 * fluid.kT / mass)));
}

float pixelsPerUnit(const Camera& camera, int viewportHeight) {
  return camera.projection[1][1] * 0.5f * static_cast<float>(viewportHeight);
}

Extent extentOf(const dpd::View& view, const cells::Box& box) {
  // These corners are outside of any box, but their differences are finite.
  Extent extent{glm::vec3(-1e30f), glm::vec3(1e30f)};
  if (const int axis = view.sliceAxis; axis >= 0) {
    const double middle = view.sliceCentre * box.size[axis];
    extent.low[axis] = static_cast<float>(middle - view.sliceThickness / 2.0);
    extent.high[axis] = static_cast<float>(middle + view.sliceThickness / 2.0);
  }
  return extent;
}

DrawPass::DrawPass(const texel::Device& device, const std::string& name, const std::string& vertex,
                   const std::string& fragment, const std::string& prologue, int fragmentVersion)
    : Pass(device, name,
           {{GL_VERTEX_SHADER, 330, device.shaders().load(vertex, prologue)},
            {GL_FRAGMENT_SHADER, fragmentVersion, device.shaders().load(fragment, prologue)}}) {}

void DrawPass::drawViewport(const std::vector<texel::Input>& inputs) {
  draw(GL_TRIANGLES, 3, 1, inputs);
}

void DrawPass::drawInDepth(GLenum mode, std::int64_t vertices, std::int64_t instances,
                           const std::vector<texel::Input>& inputs) {
  glEnable(GL_DEPTH_TEST);
  draw(mode, vertices, instances, inputs);
  glDisable(GL_DEPTH_TEST);
}

void DrawPass::drawOver(GLenum mode, std::int64_t vertices, std::int64_t instances,
                        const std::vector<texel::Input>& inputs) {
  drawBlended(mode, vertices, instances, inputs, {GL_ZERO, GL_ONE});
}

void DrawPass::drawUnlit(GLenum mode, std::int64_t vertices, std::int64_t instances,
                         const std::vector<texel::Input>& inputs) {
  drawBlended(mode, vertices, instances, inputs, {GL_ONE, GL_ONE_MINUS_SRC_ALPHA});
}

void DrawPass::drawBlended(GLenum mode, std::int64_t vertices, std::int64_t instances,
                           const std::vector<texel::Input>& inputs,
                           const std::array<GLenum, 2>& alpha) {
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, alpha[0], alpha[1]);
  glDepthMask(GL_FALSE);
  drawInDepth(mode, vertices, instances, inputs);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ZERO);
}

void DrawPass::drawAdding(GLenum mode, std::int64_t vertices, std::int64_t instances,
                          const std::vector<texel::Input>& inputs) {
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
  draw(mode, vertices, instances, inputs);
  glDisable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ZERO);
}

void DrawPass::draw(GLenum mode, std::int64_t vertices, std::int64_t instances,
                    const std::vector<texel::Input>& inputs) {
  check(inputs, {});
  const Scope running = scope(inputs, {});
  use(inputs);
  glBindVertexArray(device().emptyVertexArray().id());
  glDrawArraysInstanced(mode, 0, static_cast<GLsizei>(vertices), static_cast<GLsizei>(instances));
  glBindVertexArray(0);
}

BoxOutline::BoxOutline(const texel::Device& device)
    : pass_(device, "render/box_outline", "render/box_outline.vert", "render/box_outline.frag") {}

void BoxOutline::draw(const cells::Box& box, const Camera& camera, const glm::vec2& viewport,
                      float lineWidth, float towardsEye, const glm::vec3& colour) {
  constexpr int kVerticesOfEdge = 6;
  pass_.set("u_size", glm::vec3(box.size));
  pass_.set("u_view", camera.view);
  pass_.set("u_projection", camera.projection);
  pass_.set("u_viewport", viewport);
  glm::vec3 periodic(0.0f);
  for (int axis = 0; axis < box.dimensions; ++axis)
    periodic[axis] = box.isPeriodic(axis) ? 1.0f : 0.0f;
  const double longest = std::max({box.size.x, box.size.y, box.dimensions == 3 ? box.size.z : 0.0});
  pass_.set("u_periodic", periodic);
  const double pixels = pixelsPerLength(camera, static_cast<int>(viewport.y));
  pass_.set("u_dash",
            static_cast<float>(std::max(longest / kDashes, kLeastDash * lineWidth / pixels)));
  pass_.set("u_lineWidth", lineWidth);
  pass_.set("u_towardsEye", towardsEye);
  pass_.set("u_colour", colour);
  pass_.drawUnlit(GL_TRIANGLES, kVerticesOfEdge * (box.dimensions == 2 ? 4 : 12), 1, {});
}

void setTint(DrawPass& pass, const SceneLook& look) {
  pass.set("u_gripOrigin", look.grip.origin);
  pass.set("u_gripDirection", look.grip.direction);
  pass.set("u_gripRadius", look.grip.radius);
  pass.set("u_gripColour", look.grip.colour);
  pass.set("u_focus", look.focus.place);
  pass.set("u_focusCutoff", look.focus.cutoff);
  pass.set("u_focusCellEdge", look.focus.cellEdge);
  pass.set("u_focusPeriod", look.focus.period);
  pass.set("u_focusColour", look.focus.colour);
  pass.set("u_focusTint", kNearTint);
  pass.set("u_focusFaintness", faintness(look.background));
  pass.set("u_focusHidesRest", look.focus.hidesRest ? 1 : 0);
}

ParticlePass::ParticlePass(const texel::Device& device, const std::string& name,
                           const std::string& vertex, const std::string& fragment,
                           const cells::Box& box, std::span<const glm::vec3> colours,
                           const std::string& prologue)
    : DrawPass(device, name, vertex + ".vert", fragment + ".frag",
               device.layoutPrologue() + lightPrologue() + prologue +
                   fmt::format("const int kMaxColours = {};\n", dpd::kMaxSpecies),
               particleVersion()),
      box_(box) {
  set("u_colours", colours);
}

std::vector<texel::Input> ParticlePass::show(const texel::Vec4Array& position, const Camera& camera,
                                             const SceneLook& look) {
  const auto [low, high] = extentOf(look.view, box_);
  GLuint hidden = 0;
  for (const int species : look.view.hidden) hidden |= 1u << species;
  set("u_view", camera.view);
  set("u_projection", camera.projection);
  set("u_depthRange", glm::vec2(camera.nearDepth, camera.farDepth));
  set("u_background", look.background);
  set("u_low", low);
  set("u_high", high);
  set("u_hidden", hidden);
  set("u_cut", look.cut);
  setTint(*this, look);
  set("u_marksLight", look.shadows ? 1 : 0);
  // Near particles are drawn first, because they hide particles that are farther away.
  set("u_last", lastIsNearest(camera) ? static_cast<int>(position.count()) - 1 : -1);
  set("u_byOwnColour", look.colours != nullptr ? 1 : 0);
  return {{"u_position", position},
          {"u_ownColours", look.colours != nullptr ? *look.colours : position}};
}

void ParticlePass::drawSpheres(const texel::Vec4Array& position, const Camera& camera,
                               const SceneLook& look, float radius, int viewportHeight) {
  set("u_radius", radius);
  set("u_pixelsPerUnit", pixelsPerUnit(camera, viewportHeight));
  drawInDepth(GL_TRIANGLE_STRIP, kCorners, position.count(), show(position, camera, look));
}

void ParticlePass::addPoints(std::int64_t points, const std::vector<texel::Input>& inputs) {
  withPointSize([&] { drawAdding(GL_POINTS, points, 1, inputs); });
}

void ParticlePass::drawPoints(const texel::Vec4Array& position, const Camera& camera,
                              const SceneLook& look, float pointSize) {
  const auto inputs = show(position, camera, look);
  set("u_pointSize", pointSize);
  withPointSize([&] { drawInDepth(GL_POINTS, position.count(), 1, inputs); });
}

ParticleView::ParticleView(const texel::Device& device, const cells::Box& box,
                           std::span<const glm::vec3> colours)
    : spheres_(device, "render/particles", "render/particles", box, colours),
      points_(device, "render/points", "render/points", box, colours) {}

void ParticleView::draw(const texel::Vec4Array& position, const Camera& camera,
                        const SceneLook& look, float radius, int viewportHeight) {
  spheres_.drawSpheres(position, camera, look, radius, viewportHeight);
}

void ParticleView::drawPoints(const texel::Vec4Array& position, const Camera& camera,
                              const SceneLook& look, float pointSize) {
  points_.drawPoints(position, camera, look, pointSize);
}

ResolvePass::ResolvePass(const texel::Device& device, int sampling, bool hasOcclusion,
                         bool hasShadows)
    : pass_(
          device, "render/resolve", "texel/map_pass.vert", "render/resolve.frag",
          fmt::format("{}{}const int kSampling = {};\n", hasOcclusion ? "#define OCCLUSION\n" : "",
                      hasShadows ? "#define SHADOWS\n" : "", sampling)) {}

void ResolvePass::draw(const gl::Texture& colour, const gl::Texture& depth, const Camera& camera,
                       const Occlusion& occlusion, const Shadows* shadows,
                       const glm::ivec2& corner) {
  pass_.set("u_corner", corner);
  pass_.set("u_projection", camera.projection);
  pass_.set("u_reach", occlusion.reach);
  pass_.set("u_samplesPerUnit", pixelsPerUnit(camera, depth.height()));
  pass_.set("u_strength", occlusion.strength);
  if (shadows != nullptr) {
    pass_.set("u_toShadows", shadows->toTexels);
    pass_.set("u_shadowBias", shadows->bias);
    pass_.set("u_shadowFade", shadows->fade);
    pass_.set("u_shadowStrength", shadows->strength);
  }
  pass_.drawViewport({{"u_colour", colour},
                      {"u_depth", depth},
                      {"u_shadows", shadows != nullptr ? *shadows->depths : depth}});
}

}  // namespace gpubuck::render
