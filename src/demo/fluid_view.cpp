#include "demo/fluid_view.h"

#include <algorithm>
#include <cmath>

#include "render/colour_map.h"
#include "render/screen_image.h"

namespace gpubuck::demo {
namespace {

// Speeds above this many thermal speeds are rare: 3 % in three dimensions.
constexpr double kThermalSpeeds = 3.0;
// Lists longer than this many times the mean are rare.
constexpr double kMeanLists = 2.5;

std::vector<glm::vec3> coloursOf(const dpd::Fluid& fluid) {
  std::vector<std::string> own;
  for (const dpd::Species& species : fluid.species) own.push_back(species.colour);
  return render::speciesColours(own);
}

render::Viewpoint viewpointOf(const scenario::View& view) {
  return {view.azimuth, view.elevation, view.zoom, view.panX, view.panY};
}

}  // namespace

float colourScale(const DemoState& state) {
  if (state.look.colourScale > 0.0F) return state.look.colourScale;
  const dpd::Simulation& fluid = state.session.simulation();
  if (state.look.colouring == render::Colouring::ListDepth) {
    const double mean = double(fluid.count()) / double(fluid.grid().count());
    return static_cast<float>(std::max(2.0, std::ceil(kMeanLists * mean)));
  }
  return static_cast<float>(std::max(0.1, kThermalSpeeds * std::sqrt(fluid.fluid().kT)));
}

void FluidView::makeRenderers(DemoState& state, const Key& key) {
  if (!canvas_ || canvas_->width() != key.width || canvas_->height() != key.height) {
    canvas_.emplace(key.width, key.height);
  }
  if (scene_ && key.generation == drawn_.generation && key.look.smooth == drawn_.look.smooth) {
    return;
  }
  const texel::Device& device = state.session.device();
  const dpd::Fluid& fluid = state.session.scenario().fluid;
  scene_.reset();
  scene_.emplace(device, fluid.box, coloursOf(fluid), key.look.smooth ? 2 : 1);
  colours_.reset();
  colours_.emplace(device);
}

const texel::Array* FluidView::colours(DemoState& state) {
  if (state.look.colouring == render::Colouring::Species) return nullptr;
  dpd::Simulation& fluid = state.session.simulation();
  render::ParticleColourInputs inputs;
  inputs.velocity = &fluid.velocity();
  if (state.look.colouring != render::Colouring::Speed) {
    const search::CellIndex& cells = fluid.cells();
    inputs.lists = cells.algorithm().lists();
    inputs.ranges = cells.algorithm().ranges();
    inputs.mapping = &cells.mapping();
    inputs.previousMapping = cells.previousMapping();
  }
  return &colours_->run(state.look.colouring, inputs, colourScale(state));
}

bool FluidView::draw(DemoState& state, const PictureArea& area) {
  FluidSession& session = state.session;
  const scenario::View& view = session.scenario().view;
  const Key key{
      session.generation(), session.simulation().stepNumber(), view, state.look, area.width,
      area.height};
  if (canvas_ && key == drawn_) return false;
  makeRenderers(state, key);
  drawn_ = key;
  const render::SceneLook look{.view = viewpointOf(view),
                               .slice = {view.sliceAxis, view.sliceCentre, view.sliceThickness},
                               .hidden = view.hidden,
                               .radiusScale = state.look.radiusScale,
                               .points = state.look.points,
                               .occlusion = state.look.occlusion,
                               .outline = state.look.outline,
                               .background = kBackground,
                               .colours = colours(state)};
  scene_->draw(session.simulation().position(), look, {0, 0, key.width, key.height},
               canvas_->framebuffer());
  return true;
}

void FluidView::show(const PictureArea& area) const { canvas_->show(area.x, area.y); }

Image FluidView::read() const {
  return render::readFramebuffer(canvas_->width(), canvas_->height(), canvas_->framebuffer());
}

render::Ray FluidView::lineOfSight(const DemoState& state, const PictureArea& area,
                                   const glm::dvec2& place) const {
  const render::Camera camera = scene_->camera(viewpointOf(state.session.scenario().view), area);
  return render::rayThrough(camera, place);
}

}  // namespace gpubuck::demo
