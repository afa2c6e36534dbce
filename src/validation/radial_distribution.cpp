#include "validation/radial_distribution.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace gpubuck::validation {

Distribution radialDistribution(const search::Box& box, std::span<const glm::vec4> positions) {
  constexpr double kBinsPerLength = kDistributionBins / kDistributionRange;
  std::array<std::int64_t, kDistributionBins> pairs{};
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const glm::dvec3 own(positions[i]);
    for (std::size_t j = i + 1; j < positions.size(); ++j) {
      const glm::dvec3 separation = box.nearestImage(own - glm::dvec3(positions[j]));
      const double squared = glm::dot(separation, separation);
      if (squared >= kDistributionRange * kDistributionRange) continue;
      ++pairs[static_cast<std::size_t>(std::sqrt(squared) * kBinsPerLength)];
    }
  }
  const auto count = static_cast<double>(positions.size());
  const double pairDensity = 0.5 * count * (count - 1.0) / box.volume();
  Distribution g{};
  for (std::size_t bin = 0; bin < g.size(); ++bin) {
    const double inner = static_cast<double>(bin) / kBinsPerLength;
    const double outer = static_cast<double>(bin + 1) / kBinsPerLength;
    const double shell =
        4.0 / 3.0 * std::numbers::pi * (outer * outer * outer - inner * inner * inner);
    g[bin] = static_cast<double>(pairs[bin]) / (pairDensity * shell);
  }
  return g;
}

}  // namespace gpubuck::validation
