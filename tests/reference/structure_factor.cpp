#include "reference/structure_factor.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <glm/geometric.hpp>
#include <numbers>

namespace gpubuck::reference {

std::vector<StructureShell> structureShells(const cells::Box& box, const glm::dvec3& edge,
                                            const std::vector<glm::dvec3>& position) {
  constexpr double kPi = std::numbers::pi;
  double longest = 0.0, longestEdge = 0.0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (!box.isPeriodic(axis)) continue;
    longest = std::max(longest, box.size[axis]);
    longestEdge = std::max(longestEdge, edge[axis]);
  }
  const double width = 2.0 * kPi / longest;
  int last = 0;
  while ((last + 1.5) * width <= kPi / longestEdge) ++last;
  std::vector<StructureShell> shells(static_cast<std::size_t>(last));
  std::vector<double> counts(shells.size(), 0.0);
  const auto most = [&](int axis) {
    const bool isUsed = axis < box.dimensions && box.isPeriodic(axis);
    return isUsed ? static_cast<int>((last + 1) * width * box.size[axis] / (2.0 * kPi)) : 0;
  };
  for (int x = -most(0); x <= most(0); ++x) {
    for (int y = -most(1); y <= most(1); ++y) {
      for (int z = -most(2); z <= most(2); ++z) {
        const glm::dvec3 k = 2.0 * kPi * glm::dvec3(x, y, z) / box.size;
        const int shell = static_cast<int>(std::lround(glm::length(k) / width));
        if (shell < 1 || shell > last) continue;
        std::complex<double> sum = 0.0;
        for (const glm::dvec3& r : position) sum += std::polar(1.0, -glm::dot(k, r));
        const double direct = std::norm(sum) / static_cast<double>(position.size());
        double window = 1.0;
        for (int axis = 0; axis < 3; ++axis) {
          const double half = 0.5 * k[axis] * edge[axis];
          if (half != 0.0) window *= std::sin(half) * std::sin(half) / (half * half);
        }
        StructureShell& mean = shells[static_cast<std::size_t>(shell - 1)];
        mean.k += glm::length(k);
        mean.direct += direct;
        mean.corrected += 1.0 + (direct - 1.0) / window;
        mean.deviation += 2.0 / (window * window);
        ++counts[static_cast<std::size_t>(shell - 1)];
      }
    }
  }
  for (std::size_t s = 0; s < shells.size(); ++s) {
    shells[s].k /= counts[s];
    shells[s].direct /= counts[s];
    shells[s].corrected /= counts[s];
    shells[s].deviation = std::sqrt(shells[s].deviation) / counts[s];
  }
  return shells;
}

}  // namespace gpubuck::reference
