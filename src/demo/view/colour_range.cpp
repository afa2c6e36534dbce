#include "demo/view/colour_range.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "demo/session/fluid_session.h"
#include "demo/view/settings.h"

namespace gpubuck::demo {
namespace {

// The share kLowest of the values is below the begin of the range, and the share kHighest is below
// its end.
constexpr double kLowest = 0.02, kHighest = 0.98;
constexpr std::int64_t kEvery = 50;  // steps between two updates of an automatic range
// Number of values that suffices for the percentiles.
constexpr std::size_t kMostValues = 1 << 16;
constexpr float kLeastHigh = 1e-3F;

/// Returns a sample of the values that the colouring shows, evenly spread over the particles in
/// memory.
std::vector<float> valuesOf(FluidSession& session, render::Colouring colouring) {
  dpd::Simulation& fluid = session.simulation();
  const bool isSpeed = colouring == render::Colouring::Speed;
  std::vector<glm::vec4> all;
  if (isSpeed) all = fluid.velocity().download();
  if (!isSpeed) {
    if (const auto densities = fluid.densities()) all = densities->density.download();
  }
  const std::size_t stride = all.size() / kMostValues + 1;
  std::vector<float> values;
  for (std::size_t k = 0; k < all.size(); k += stride) {
    values.push_back(isSpeed ? glm::length(glm::vec3(all[k])) : all[k].x);
  }
  return values;
}

/// Returns whether the colouring shows places in the lists of the cells.
bool countsPlaces(render::Colouring colouring) {
  return colouring == render::Colouring::Round || colouring == render::Colouring::ListDepth;
}

/// Returns the last place in the longest list, counted from 0, but at least 1.
float lastPlaceIn(FluidSession& session) {
  const cells::CellIndex& cells = session.simulation().cells();
  cells::ListLengths count(session.device(), cells.resultKind());
  texel::UInt4Array lengths(session.device(), "lengths of lists", cells.grid().count());
  count.run(cells, lengths);
  return std::max(1.0F, static_cast<float>(cells::ListLengths::histogram(lengths).size()) - 2.0F);
}

}  // namespace

ColourRange percentileRange(std::vector<float> values) {
  std::erase_if(values, [](float value) { return !std::isfinite(value); });
  if (values.empty()) return {};
  const auto at = [&](double share) {
    const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + place, values.end());
    return values[static_cast<std::size_t>(place)];
  };
  ColourRange range;
  const float high = std::max(at(kHighest), kLeastHigh);
  range.high = std::exp2(std::ceil(4.0F * std::log2(high)) / 4.0F);
  const float part = range.high / 16.0F;
  range.low = part * std::floor(at(kLowest) / part);
  if (range.low >= range.high) range.low = range.high - part;  // all values are the same
  return range;
}

void AutomaticRange::update(FluidSession& session, const Look& look) {
  const render::Colouring colouring = look.colouring;
  const bool isNeeded = colouring == render::Colouring::Speed ||
                        colouring == render::Colouring::Density || countsPlaces(colouring);
  if (!isNeeded || look.colourScale > 0.0) return;
  const int generation = session.generation();
  const std::int64_t block = session.simulation().stepNumber() / kEvery;
  if (generation == generation_ && block == block_ && colouring == colouring_) return;
  generation_ = generation;
  block_ = block;
  colouring_ = colouring;
  if (countsPlaces(colouring)) {
    range_ = {0.0F, lastPlaceIn(session)};
    return;
  }
  range_ = percentileRange(valuesOf(session, colouring));
}

}  // namespace gpubuck::demo
