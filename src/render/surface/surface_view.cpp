#include "render/surface/surface_view.h"

#include <algorithm>
#include <array>
#include <glm/common.hpp>
#include <string>

#include "gl/debug.h"

namespace gpubuck::render {
namespace {

constexpr const char* kWholeViewport = "texel/map_pass.vert";

// The thickness that leaves 1 / e of the light from above is the share kDeepShare of the shortest
// side of the box, but at most the share kMostDeepShare of the longest side.
constexpr double kDeepShare = 1.2;
constexpr double kMostDeepShare = 0.21;
// A fluid of several species is so opaque that the surfaces between the species are seen: this
// share of the thickness above leaves 1 / e of the light of the scene.
constexpr float kClearOfSeveral = 0.4f;

// The fluid ends at this share of the radius or width of a vessel, so that the glass is drawn over
// the fluid.
constexpr double kBehindGlass = 0.998;

float deepThickness(const cells::Box& box) {
  const double depth = box.dimensions == 3 ? box.size.z : std::min(box.size.x, box.size.y);
  const auto [shortest, longest] = std::minmax({box.size.x, box.size.y, depth});
  return static_cast<float>(std::min(kDeepShare * shortest, kMostDeepShare * longest));
}

}  // namespace

SurfaceView::SurfaceView(const texel::Device& device, const cells::Box& box,
                         std::span<const glm::vec3> colours)
    : device_(&device),
      box_(box),
      colours_(colours.begin(), colours.end()),
      density_(device, box, colours),
      march_(device, "render/surface/march", kWholeViewport, "render/surface/march.frag",
             SurfaceDensity::prologue(box) + lightPrologue()),
      compose_(device, "render/surface/compose", kWholeViewport, "render/surface/compose.frag"),
      spray_(device, "render/surface/spray", "render/surface/spray", "render/surface/spray", box,
             colours, SurfaceDensity::prologue(box)),
      framebuffer_("surface") {}

void SurfaceView::compute(const texel::Vec4Array& position, const SceneLook& look) {
  const gl::DebugGroup group("surface density");
  density_.compute(position, look);
  particles_ = position.count();
}

void SurfaceView::draw(const texel::Vec4Array& position, const Camera& camera,
                       const SceneLook& look, int grain, bool isSmooth, const Samples& behind,
                       const Samples& target) {
  const gl::DebugGroup group("surface");
  march(camera, look, grain, behind);
  compose(camera, grain, isSmooth, behind, target);
  drawSpray(spray_, position, camera, look);
}

void SurfaceView::drawDepths(const texel::Vec4Array& position, const Camera& camera,
                             const SceneLook& look, const glm::ivec2& size, DepthColours colours) {
  const gl::DebugGroup group("surface depths");
  DepthPasses& passes = depthPasses(colours);
  constexpr int kTriangle = 3;
  passes.march.drawInDepth(GL_TRIANGLES, kTriangle, 1,
                           showMarch(passes.march, camera, look, 1, size));
  drawSpray(passes.spray, position, camera, look);
}

void SurfaceView::compile() {
  depthPasses(DepthColours::None);
  depthPasses(DepthColours::Numbers);
}

SurfaceView::DepthPasses& SurfaceView::depthPasses(DepthColours colours) {
  std::optional<DepthPasses>& passes = depthPasses_[static_cast<std::size_t>(colours)];
  if (!passes) {
    const bool hasNumbers = colours == DepthColours::Numbers;
    const std::string prologue = SurfaceDensity::prologue(box_);
    passes.emplace(DepthPasses{
        {*device_, "render/surface/march", kWholeViewport, "render/surface/march.frag",
         prologue + lightPrologue() + "#define DEPTHS\n"},
        {*device_, hasNumbers ? "render/surface/pick_spray" : "render/surface/spray_shadows",
         "render/surface/spray", hasNumbers ? "render/pick_spheres" : "render/particle_shadows",
         box_, colours_, hasNumbers ? prologue : prologue + kDiscs}});
  }
  return *passes;
}

void SurfaceView::march(const Camera& camera, const SceneLook& look, int grain,
                        const Samples& behind) {
  const int width = (behind.colour.width() + grain - 1) / grain;
  const int height = (behind.colour.height() + grain - 1) / grain;
  if (!sights_ || sights_->colour.width() != width || sights_->colour.height() != height) {
    sights_.reset();  // frees the memory for the new textures
    sights_.emplace(Sights{{"surface colour", GL_RGBA8, width, height},
                           {"surface place", GL_RGBA32F, width, height}});
  }
  framebuffer_.bind(std::array<const gl::Texture*, 2>{&sights_->colour, &sights_->place});
  glViewport(0, 0, width, height);
  std::vector<texel::Input> inputs =
      showMarch(march_, camera, look, grain, {behind.colour.width(), behind.colour.height()});
  inputs.insert(inputs.end(), {{"u_behind", behind.colour}, {"u_behindDepth", behind.depth}});
  march_.drawViewport(inputs);
}

std::vector<texel::Input> SurfaceView::showMarch(DrawPass& pass, const Camera& camera,
                                                 const SceneLook& look, int grain,
                                                 const glm::ivec2& size) {
  const SurfaceGrid& grid = density_.grid();
  const Extent extent = extentOf(look.view, box_);
  const float deepest = box_.dimensions == 2 ? 1.0f : static_cast<float>(box_.size.z);
  const glm::vec3 corner(box_.size.x, box_.size.y, deepest);
  setTint(pass, look);
  pass.set("u_view", camera.view);
  pass.set("u_projection", camera.projection);
  pass.set("u_depthRange", glm::vec2(camera.nearDepth, camera.farDepth));
  pass.set("u_background", look.background);
  pass.set("u_marksLight", look.shadows ? 1 : 0);
  pass.set("u_low", glm::max(extent.low, glm::vec3(0.0f)));
  pass.set("u_high", glm::min(extent.high, corner));
  pass.set("u_cut", look.cut);
  glm::vec4 centre(0.0f);
  glm::vec3 core(static_cast<float>(cells::ShapeInBox::kEndless));
  if (const dpd::Solid* vessel = dpd::closedVesselOf(look.solids)) {
    const cells::ShapeInBox shape(vessel->shape, box_);
    centre = glm::vec4(glm::vec3(shape.wallCentre()), kBehindGlass * shape.radius());
    core = glm::vec3(kBehindGlass * shape.wallHalf());
  }
  pass.set("u_vesselCentre", centre);
  pass.set("u_vesselCore", core);
  pass.set("u_channelColours", std::span<const glm::vec3>(density_.channels().colours));
  pass.set("u_grain", grain);
  pass.set("u_samples", glm::vec2(size));
  pass.set("u_width", static_cast<float>(grid.width));
  pass.set("u_stride", static_cast<float>(std::max({grid.edge.x, grid.edge.y})));
  const bool areSeveral = density_.channels().count > 1;
  pass.set("u_particles", areSeveral ? 0.0f : static_cast<float>(particles_));
  pass.set("u_clear", kClearOfSeveral * deepThickness(box_));
  pass.set("u_deep", deepThickness(box_));
  pass.set("u_pixelsPerUnit", pixelsPerUnit(camera, size.y));
  return density_.show(pass);
}

void SurfaceView::compose(const Camera& camera, int grain, bool isSmooth, const Samples& behind,
                          const Samples& target) {
  framebuffer_.bind(std::array<const gl::Texture*, 1>{&target.colour}, &target.depth);
  glViewport(0, 0, target.colour.width(), target.colour.height());
  // Every sample is written, even if its depth is the largest depth.
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

void SurfaceView::drawSpray(ParticlePass& pass, const texel::Vec4Array& position,
                            const Camera& camera, const SceneLook& look) {
  std::vector<texel::Input> inputs = pass.show(position, camera, look);
  const std::vector<texel::Input> density = density_.show(pass);
  inputs.insert(inputs.end(), density.begin(), density.end());
  pass.set("u_ownDensity", static_cast<float>(density_.grid().ownDensity()));
  const bool hasFoam = look.velocities != nullptr && look.colours == nullptr;
  inputs.push_back({"u_velocity", hasFoam ? *look.velocities : position});
  pass.set("u_foamSpeed", hasFoam ? look.foamSpeed : 0.0f);
  pass.set("u_foamColour", kFoamColour);
  pass.set("u_foamShare", foamShare(look.background));
  pass.set("u_size", static_cast<float>(look.view.particleRadius));
  pass.set("u_boxSize", glm::vec3(box_.size));
  pass.drawInDepth(GL_TRIANGLE_STRIP, kCorners, position.count(), inputs);
}

}  // namespace gpubuck::render
