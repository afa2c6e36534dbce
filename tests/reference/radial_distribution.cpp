#include "reference/radial_distribution.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "base/error.h"
#include "reference/geometry.h"

namespace gpubuck::reference {
namespace {

void requireUsable(const cells::Box& box, std::size_t particles, double range, int bins) {
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (!box.isPeriodic(axis)) {
      throw InputError("radial distribution", fmt::format("axis {} is not periodic", axis));
    }
    if (!(range > 0.0 && range <= 0.5 * box.size[axis])) {
      throw InputError(
          "radial distribution",
          fmt::format("range {} is not within 0 and half of side {}", range, box.size[axis]));
    }
  }
  if (bins < 1) throw InputError("radial distribution", fmt::format("{} bins", bins));
  if (particles < 2)
    throw InputError("radial distribution", fmt::format("{} particles", particles));
}

double ballVolume(int dimensions, double r) {
  return dimensions == 3 ? 4.0 / 3.0 * std::numbers::pi * r * r * r : std::numbers::pi * r * r;
}

}  // namespace

std::vector<double> radialDistribution(const cells::Box& box,
                                       const std::vector<glm::dvec3>& position, double range,
                                       int bins) {
  requireUsable(box, position.size(), range, bins);
  std::vector<double> g(static_cast<std::size_t>(bins), 0.0);
  for (std::size_t i = 0; i < position.size(); ++i) {
    for (std::size_t j = i + 1; j < position.size(); ++j) {
      const double r = glm::length(nearestImage(box, position[i], position[j]));
      const auto bin = static_cast<std::size_t>(r / range * bins);
      if (bin < g.size()) g[bin] += 1.0;
    }
  }
  const double count = static_cast<double>(position.size());
  const double pairDensity = 0.5 * count * (count - 1.0) / box.volume();
  for (std::size_t bin = 0; bin < g.size(); ++bin) {
    const double inner = range * static_cast<double>(bin) / bins;
    const double outer = range * static_cast<double>(bin + 1) / bins;
    g[bin] /= pairDensity * (ballVolume(box.dimensions, outer) - ballVolume(box.dimensions, inner));
  }
  return g;
}

}  // namespace gpubuck::reference
