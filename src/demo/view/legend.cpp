#include "demo/view/legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

#include "demo/view/fluid_view.h"
#include "render/colour_map.h"
#include "render/scene_passes.h"

namespace gpubuck::demo {
namespace {

/// Returns whether the picture may show particles of a species.
bool isVisible(const Display& display, int species) {
  if (std::ranges::count(display.session.scenario().view.hidden, species) > 0) return false;
  const ParticleFacts* const picked = display.picking.picked();
  if (picked == nullptr || !display.picking.hidesRest) return true;
  return picked->nearOf.contains(species);
}

/// Returns the legend of the rounds up to Look::rounds, or of all rounds.
render::Legend legendOfRounds(const Display& display) {
  render::Legend legend;
  if (!hasLists(display.session)) {
    legend.swatches = {{render::kMutedColour, "known only for the bucket sort"}};
    return legend;
  }
  legend.title = "round of the sort";
  const float scale = std::ceil(colourScale(display));
  const int shown = display.look.rounds;
  if (shown == 0) {
    legend.ramp = {0.0F, 1.0F, "first", fmt::format("{:.0f} or later", scale + 1.0F)};
    return legend;
  }
  const int all = shownSort(display).iterations;
  const int before = std::min(shown - 1, all);
  const auto name = [](int round) { return fmt::format("round {}", round); };
  if (before == 1) legend.swatches.push_back({render::rampColour(0.0F), name(1)});
  if (before > 1) {
    legend.ramp = {0.0F, static_cast<float>(before - 1) / scale, name(1), name(before)};
  }
  if (shown <= all) legend.swatches.push_back({render::kSignalColour, name(shown)});
  if (shown < all) legend.swatches.push_back({render::kMutedColour, "later rounds"});
  return legend;
}

/// Adds entries for the tints of the picked particle's neighbours: the pale colours of their
/// species, or one entry if the colours do not show species.
void addNeighbours(const Display& display, bool bySpecies, render::Legend& legend) {
  const ParticleFacts* const picked = display.picking.picked();
  if (picked == nullptr || picked->around.near == 0) return;
  const auto add = [&](const glm::vec3& colour, const std::string& meaning) {
    legend.swatches.push_back({glm::mix(colour, kNearColour, render::kNearTint), meaning});
  };
  const std::vector<dpd::Species>& species = display.session.scenario().fluid.species;
  if (!bySpecies || species.size() == 1) {
    add(render::kMutedColour, "neighbours: within the cut-off");
    return;
  }
  const std::vector<glm::vec3> colours = render::speciesColours(species);
  for (const auto& [number, near] : picked->nearOf) {
    const auto k = static_cast<std::size_t>(number);
    if (near > 0 && isVisible(display, number))
      add(colours[k], "neighbours: " + plainName(species[k]));
  }
}

}  // namespace

std::string plainName(const dpd::Species& species) {
  std::string name = species.name;
  std::ranges::replace(name, '-', ' ');
  return name;
}

bool hasLists(FluidSession& session) {
  return session.simulation().cells().resultKind() == sort::ResultKind::Lists;
}

sort::Statistics shownSort(const Display& display) {
  if (display.look.colouring == render::Colouring::Round) {
    const sort::Statistics* const present =
        display.session.simulation().cells().algorithm().statistics();
    return present != nullptr ? *present : sort::Statistics{};
  }
  const auto& steps = display.session.telemetry().steps();
  return steps.empty() ? sort::Statistics{} : steps.back().sort;
}

render::Legend colourLegend(const Display& display) {
  using enum render::Colouring;
  const scenario::Scenario& scenario = display.session.scenario();
  const render::Colouring colouring = shownLook(display).colouring;
  const float scale = colourScale(display);
  render::Legend legend;
  if (colouring == Species) {
    const std::vector<glm::vec3> colours = render::speciesColours(scenario.fluid.species);
    for (std::size_t k = 0; k < colours.size(); ++k) {
      if (!isVisible(display, static_cast<int>(k))) continue;
      legend.swatches.push_back({colours[k], plainName(scenario.fluid.species[k])});
    }
    for (const int hidden : scenario.view.hidden) {
      const std::string name = plainName(scenario.fluid.species[static_cast<std::size_t>(hidden)]);
      legend.swatches.push_back({render::kMutedColour, name + ", hidden"});
    }
  } else if (colouring == Speed) {
    const float low = colourRange(display).low;
    legend.title = "speed";
    legend.ramp = {0.0F, 1.0F, low > 0.0F ? fmt::format("{:.3g} or slower", low) : "at rest",
                   fmt::format("{:.3g} or faster", scale)};
  } else if (colouring == Temperature) {
    legend.title = "temperature, flow excluded";
    legend.ramp = {0.0F, 1.0F, "0", fmt::format("{:.3g} or hotter", scale)};
  } else if (colouring == ListDepth) {
    legend.title = "place in its cell's list";
    legend.ramp = {1.0F, 0.0F, "head", fmt::format("{:.0f} or later", scale)};
    legend.swatches = {{render::kMutedColour, "not in its cell's list"}};
  } else if (colouring == Round) {
    legend = legendOfRounds(display);
  } else if (colouring == Cell && display.look.litCell >= 0) {
    legend = litCellsLegend(display.session.simulation().grid(), display.look.litCell,
                            backgroundOf(display));
  } else if (colouring == Density && !dpd::lawOf(scenario.fluid).needsDensity()) {
    legend.swatches = {{render::kMutedColour, "known only for the law many-body"}};
  } else if (colouring == Density) {
    legend.title = "local density";
    const float low = colourRange(display).low;
    legend.ramp = {0.0F, 1.0F, low > 0.0F ? fmt::format("{:.3g} or less dense", low) : "0",
                   fmt::format("{:.3g} or denser", scale)};
  } else if (colouring == Moved && display.session.simulation().previousMapping() == nullptr) {
    legend.swatches = {{render::kMutedColour, "known after the next step"}};
  } else if (colouring == Moved) {
    legend.swatches = {{render::kSignalColour, "moved to another cell"},
                       {render::kMutedColour, "stayed in its cell"}};
  }
  addNeighbours(display, colouring == Species, legend);
  return legend;
}

}  // namespace gpubuck::demo
