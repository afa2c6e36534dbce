#include "demo/fluid_view.h"

#include <algorithm>
#include <cmath>

#include "render/colour_map.h"

namespace gpubuck::demo {
namespace {

// Speeds above this many thermal speeds are rare: 3 % in three dimensions.
constexpr double kThermalSpeeds = 3.0;
// Lists longer than this many times the mean are rare.
constexpr double kMeanLists = 2.5;

}  // namespace

float colourScale(const DemoState& state) {
  if (state.look.colourScale > 0.0) return static_cast<float>(state.look.colourScale);
  const dpd::Simulation& fluid = state.session.simulation();
  if (state.look.colouring == render::Colouring::ListDepth) {
    const double mean = double(fluid.count()) / double(fluid.grid().count());
    return static_cast<float>(std::max(2.0, std::ceil(kMeanLists * mean)));
  }
  return static_cast<float>(std::max(0.1, kThermalSpeeds * std::sqrt(fluid.fluid().kT)));
}

const texel::Vec4Array* FluidView::colours(DemoState& state) {
  const render::Colouring colouring = state.look.colouring;
  dpd::Simulation& fluid = state.session.simulation();
  const float scale = colourScale(state);
  if (colouring == render::Colouring::Species) return nullptr;
  if (colouring == render::Colouring::Speed) return &colours_->bySpeed(fluid.velocity(), scale);
  return &colours_->byCells(colouring, fluid.cells(), scale);
}

bool FluidView::draw(DemoState& state, const PictureArea& area) {
  FluidSession& session = state.session;
  const Key key{session.generation(),
                session.simulation().stepNumber(),
                session.scenario().view,
                state.look,
                area.width,
                area.height};
  if (canvas_ && key == drawn_) return false;
  if (!canvas_ || !canvas_->hasSize(key.width, key.height)) canvas_.emplace(key.width, key.height);
  if (!scene_ || key.generation != drawn_.generation || key.look.smooth != drawn_.look.smooth) {
    const dpd::Fluid& fluid = session.scenario().fluid;
    scene_.emplace(session.device(), fluid.box, render::speciesColours(fluid.species),
                   key.look.smooth ? 2 : 1);
    colours_.emplace(session.device());
  }
  drawn_ = key;
  const render::SceneLook look{.view = key.view,
                               .radiusScale = static_cast<float>(state.look.radiusScale),
                               .points = state.look.points,
                               .occlusion = state.look.occlusion,
                               .outline = state.look.outline,
                               .background = kBackground,
                               .colours = colours(state)};
  scene_->draw(session.simulation().position(), look, {0, 0, key.width, key.height},
               canvas_->framebuffer());
  return true;
}

render::Ray FluidView::lineOfSight(const DemoState& state, const PictureArea& area,
                                   const glm::dvec2& place) const {
  return render::rayThrough(scene_->camera(state.session.scenario().view, area), place);
}

}  // namespace gpubuck::demo
