#include "render/surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gl/debug.h"

namespace gpubuck::render {
namespace {

constexpr const char* kFullViewport = "texel/map_pass.vert";

// Weights on each side. Filling a surface needs more, to avoid visible steps of the coverage.
constexpr int kTaps = 11;
constexpr int kFillTaps = 24;
constexpr int kBlurTaps = 24;

// The thickness, which changes slowly, has this many times fewer texels along each side.
constexpr int kThicknessGrain = 4;

// Lengths in radii of the spheres. The rim is closed first, so that later rounds do not see single
// spheres there. The last round removes the remaining steps between samples that are far apart.
constexpr float kRange = 5.0f;
constexpr std::array<SurfaceSmoothing::Settings, 4> kRounds{
    {{2.8f, kRange, true}, {6.5f, kRange}, {3.5f, kRange}, {1.4f, 4.0f * kRange}}};
constexpr float kBlur = 3.0f;

// The thickness through which 1 / e of the light passes, in units of the shortest and of the
// longest side of the box.
constexpr double kClearShare = 0.25;
constexpr double kMostClearShare = 0.1;

float clearThickness(const cells::Box& box) {
  const double depth = box.dimensions == 3 ? box.size.z : std::min(box.size.x, box.size.y);
  const auto [shortest, longest] = std::minmax({box.size.x, box.size.y, depth});
  return static_cast<float>(std::min(kClearShare * shortest, kMostClearShare * longest));
}

}  // namespace

SurfaceParticles::SurfaceParticles(const texel::Device& device, const cells::Box& box,
                                   std::span<const glm::vec3> colours)
    : nearest_(device, "render/surface_particles", "render/particles", box, colours),
      thickness_(device, "render/surface_thickness", "render/particles", box, colours) {}

void SurfaceParticles::draw(const texel::Vec4Array& position, const Camera& camera,
                            const SceneLook& look, float radius, int viewportHeight) {
  nearest_.drawSpheres(position, camera, look, radius, viewportHeight);
}

void SurfaceParticles::addThickness(const texel::Vec4Array& position, const Camera& camera,
                                    const SceneLook& look, float radius, int viewportHeight) {
  thickness_.addSpheres(position, camera, look, radius, viewportHeight);
}

SurfaceSmoothing::SurfaceSmoothing(const texel::Device& device)
    : pass_(device, "render/surface_smooth", kFullViewport, "render/surface_smooth.frag") {}

void SurfaceSmoothing::draw(const SurfaceLayer& surface, const Camera& camera, bool alongX,
                            const Settings& settings) {
  pass_.set("u_direction", alongX ? glm::ivec2(1, 0) : glm::ivec2(0, 1));
  pass_.set("u_projection", camera.projection);
  pass_.set("u_pixelsPerUnit", pixelsPerUnit(camera, surface.distance.height()));
  pass_.set("u_middle", 0.5f * (camera.nearDepth + camera.farDepth));
  pass_.set("u_reach", settings.reach);
  pass_.set("u_range", settings.range);
  pass_.set("u_fills", settings.fills ? 1 : 0);
  pass_.set("u_taps", settings.fills ? kFillTaps : kTaps);
  pass_.drawViewport({{"u_distance", surface.distance}, {"u_colour", surface.colour}});
}

SurfaceBlur::SurfaceBlur(const texel::Device& device)
    : pass_(device, "render/surface_blur", kFullViewport, "render/surface_blur.frag",
            fmt::format("const int kMostTaps = {};\n", kBlurTaps)) {}

void SurfaceBlur::draw(const gl::Texture& numbers, bool alongX, float reach) {
  pass_.set("u_direction", alongX ? glm::ivec2(1, 0) : glm::ivec2(0, 1));
  pass_.set("u_reach", reach);
  pass_.drawViewport({{"u_numbers", numbers}});
}

SurfaceShading::SurfaceShading(const texel::Device& device)
    : pass_(device, "render/surface_shade", kFullViewport, "render/surface_shade.frag",
            lightPrologue()) {}

void SurfaceShading::draw(const SurfaceLayer& surface, const gl::Texture& thickness,
                          const Samples& behind, const Camera& camera, const SceneLook& look,
                          float radius, float clear) {
  constexpr int kTriangle = 3;
  const int width = surface.distance.width();
  pass_.set("u_projection", camera.projection);
  pass_.set("u_pixelsPerUnit", pixelsPerUnit(camera, surface.distance.height()));
  pass_.set("u_background", look.background);
  pass_.set("u_marksLight", look.shadows ? 1 : 0);
  pass_.set("u_radius", radius);
  pass_.set("u_clear", clear);
  pass_.set("u_grain", (behind.colour.width() + width - 1) / width);
  pass_.drawInDepth(GL_TRIANGLES, kTriangle, 1,
                    {{"u_distance", surface.distance},
                     {"u_colour", surface.colour},
                     {"u_thickness", thickness},
                     {"u_behind", behind.colour},
                     {"u_behindDepth", behind.depth}});
}

SurfaceView::SurfaceView(const texel::Device& device, const cells::Box& box,
                         std::span<const glm::vec3> colours)
    : clear_(clearThickness(box)),
      particles_(device, box, colours),
      smoothing_(device),
      blur_(device),
      shading_(device),
      framebuffer_("surface") {}

void SurfaceView::allocate(int width, int height) {
  if (layers_ && layers_->depth.width() == width && layers_->depth.height() == height) return;
  layers_.reset();  // before the new ones need the memory
  const auto layer = [&] {
    return SurfaceLayer{{"surface colour", GL_RGBA8, width, height},
                        {"surface distance", GL_R32F, width, height}};
  };
  const auto thickness = [&] {
    return gl::Texture("surface thickness", GL_R16F, std::max(1, width / kThicknessGrain),
                       std::max(1, height / kThicknessGrain));
  };
  layers_.emplace(Layers{layer(),
                         layer(),
                         {"surface depth", GL_DEPTH_COMPONENT24, width, height},
                         thickness(),
                         thickness()});
}

void SurfaceView::bind(const SurfaceLayer& layer, const gl::Texture* depth) {
  const std::array<const gl::Texture*, 2> textures{&layer.colour, &layer.distance};
  framebuffer_.bind(textures, depth);
  glViewport(0, 0, layer.colour.width(), layer.colour.height());
}

void SurfaceView::bind(const gl::Texture& colour, const gl::Texture* depth) {
  const std::array<const gl::Texture*, 1> textures{&colour};
  framebuffer_.bind(textures, depth);
  glViewport(0, 0, colour.width(), colour.height());
}

void SurfaceView::smooth(const Camera& camera, float radius) {
  for (const SurfaceSmoothing::Settings& round : kRounds) {
    const SurfaceSmoothing::Settings settings{round.reach * radius, round.range * radius,
                                              round.fills};
    bind(layers_->smoothed);
    smoothing_.draw(layers_->surface, camera, true, settings);
    bind(layers_->surface);
    smoothing_.draw(layers_->smoothed, camera, false, settings);
  }
}

void SurfaceView::measureThickness(const texel::Vec4Array& position, const Camera& camera,
                                   const SceneLook& look, float radius) {
  const int height = layers_->thickness.height();
  bind(layers_->thickness);
  glClear(GL_COLOR_BUFFER_BIT);
  particles_.addThickness(position, camera, look, radius, height);
  const auto reach = static_cast<float>(kBlur * radius * pixelsPerLength(camera, height));
  bind(layers_->blurred);
  blur_.draw(layers_->thickness, true, reach);
  bind(layers_->thickness);
  blur_.draw(layers_->blurred, false, reach);
}

void SurfaceView::draw(const texel::Vec4Array& position, const Camera& camera,
                       const SceneLook& look, float radius, int grain, const Samples& behind,
                       const Samples& target) {
  const gl::DebugGroup group("surface");
  allocate((target.colour.width() + grain - 1) / grain,
           (target.colour.height() + grain - 1) / grain);
  glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
  bind(layers_->surface, &layers_->depth);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  particles_.draw(position, camera, look, radius, layers_->depth.height());
  smooth(camera, radius);
  measureThickness(position, camera, look, radius);
  bind(target.colour, &target.depth);
  glClearColor(look.background.r, look.background.g, look.background.b, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  shading_.draw(layers_->surface, layers_->thickness, behind, camera, look, radius, clear_);
}

}  // namespace gpubuck::render
