#include "render/surface/surface_view.h"

#include <algorithm>
#include <array>
#include <glm/common.hpp>

#include "gl/debug.h"

namespace gpubuck::render {
namespace {

constexpr const char* kWholeViewport = "texel/map_pass.vert";

// The thickness through which 1 / e of the light passes, in units of the shortest and of the
// longest side of the box.
constexpr double kClearShare = 0.6;
constexpr double kMostClearShare = 0.2;

// Several species are more opaque, so that their surfaces are seen.
constexpr float kClearOfSeveral = 0.12f;

float clearThickness(const cells::Box& box) {
  const double depth = box.dimensions == 3 ? box.size.z : std::min(box.size.x, box.size.y);
  const auto [shortest, longest] = std::minmax({box.size.x, box.size.y, depth});
  return static_cast<float>(std::min(kClearShare * shortest, kMostClearShare * longest));
}

}  // namespace

SurfaceView::SurfaceView(const texel::Device& device, const cells::Box& box,
                         std::span<const glm::vec3> colours)
    : box_(box),
      density_(device, box, colours),
      march_(device, "render/surface/march", kWholeViewport, "render/surface/march.frag",
             SurfaceDensity::prologue(box) + lightPrologue()),
      compose_(device, "render/surface/compose", kWholeViewport, "render/surface/compose.frag"),
      spray_(device, "render/surface/spray", "render/surface/spray", "render/particles", box,
             colours, SurfaceDensity::prologue(box)),
      framebuffer_("surface") {}

void SurfaceView::draw(const texel::Vec4Array& position, const Camera& camera,
                       const SceneLook& look, int grain, bool isSmooth, const Samples& behind,
                       const Samples& target) {
  const gl::DebugGroup group("surface");
  density_.compute(position, look);
  march(camera, look, grain, behind);
  compose(camera, grain, isSmooth, behind, target);
  drawSpray(position, camera, look);
}

void SurfaceView::march(const Camera& camera, const SceneLook& look, int grain,
                        const Samples& behind) {
  const int width = (behind.colour.width() + grain - 1) / grain;
  const int height = (behind.colour.height() + grain - 1) / grain;
  if (!sights_ || sights_->colour.width() != width || sights_->colour.height() != height) {
    sights_.reset();  // before the new ones need the memory
    sights_.emplace(Sights{{"surface colour", GL_RGBA8, width, height},
                           {"surface place", GL_RGBA32F, width, height}});
  }
  framebuffer_.bind(std::array<const gl::Texture*, 2>{&sights_->colour, &sights_->place});
  glViewport(0, 0, width, height);
  const SurfaceGrid& grid = density_.grid();
  const Extent extent = extentOf(look.view, box_);
  const float deepest = box_.dimensions == 2 ? 1.0f : static_cast<float>(box_.size.z);
  const glm::vec3 size(box_.size.x, box_.size.y, deepest);
  std::vector<texel::Input> inputs = density_.show(march_);
  inputs.insert(inputs.end(), {{"u_behind", behind.colour}, {"u_behindDepth", behind.depth}});
  setTint(march_, look);
  march_.set("u_view", camera.view);
  march_.set("u_projection", camera.projection);
  march_.set("u_depthRange", glm::vec2(camera.nearDepth, camera.farDepth));
  march_.set("u_background", look.background);
  march_.set("u_marksLight", look.shadows ? 1 : 0);
  march_.set("u_low", glm::max(extent.low, glm::vec3(0.0f)));
  march_.set("u_high", glm::min(extent.high, size));
  march_.set("u_cut", look.cut);
  march_.set("u_channelColours", std::span<const glm::vec3>(density_.channels().colours));
  march_.set("u_grain", grain);
  march_.set("u_width", static_cast<float>(grid.width));
  march_.set("u_stride", static_cast<float>(std::max({grid.edge.x, grid.edge.y})));
  const float share = density_.channels().count > 1 ? kClearOfSeveral : 1.0f;
  march_.set("u_clear", share * clearThickness(box_));
  march_.set("u_pixelsPerUnit", pixelsPerUnit(camera, behind.colour.height()));
  march_.drawViewport(inputs);
}

void SurfaceView::compose(const Camera& camera, int grain, bool isSmooth, const Samples& behind,
                          const Samples& target) {
  framebuffer_.bind(std::array<const gl::Texture*, 1>{&target.colour}, &target.depth);
  glViewport(0, 0, target.colour.width(), target.colour.height());
  // Every sample is written, even with the largest depth.
  glDepthFunc(GL_ALWAYS);
  constexpr int kTriangle = 3;
  compose_.set("u_projection", camera.projection);
  compose_.set("u_grain", grain);
  compose_.set("u_smooth", isSmooth ? 1 : 0);
  compose_.drawInDepth(GL_TRIANGLES, kTriangle, 1,
                       {{"u_colour", sights_->colour},
                        {"u_place", sights_->place},
                        {"u_behind", behind.colour},
                        {"u_behindDepth", behind.depth}});
  glDepthFunc(GL_LESS);
}

void SurfaceView::drawSpray(const texel::Vec4Array& position, const Camera& camera,
                            const SceneLook& look) {
  std::vector<texel::Input> inputs = spray_.show(position, camera, look);
  const std::vector<texel::Input> density = density_.show(spray_);
  inputs.insert(inputs.end(), density.begin(), density.end());
  spray_.set("u_ownDensity", static_cast<float>(density_.grid().ownDensity()));
  const bool hasFoam = look.velocities != nullptr && look.colours == nullptr;
  inputs.push_back({"u_velocity", hasFoam ? *look.velocities : position});
  spray_.set("u_foamSpeed", hasFoam ? look.foamSpeed : 0.0f);
  spray_.set("u_size", static_cast<float>(look.view.particleRadius));
  spray_.set("u_boxSize", glm::vec3(box_.size));
  spray_.drawInDepth(GL_TRIANGLE_STRIP, kCorners, position.count(), inputs);
}

}  // namespace gpubuck::render
