#include "validation/microphases.h"

#include <cmath>
#include <complex>
#include <glm/geometric.hpp>
#include <numbers>

namespace gpubuck::validation {

DensityWaves::DensityWaves(const cells::Box& box, double longest) {
  const glm::dvec3 unit = 2.0 * std::numbers::pi / box.size;
  const glm::ivec3 most(longest / unit);
  for (int z = 0; z <= most.z; ++z) {
    for (int y = z == 0 ? 0 : -most.y; y <= most.y; ++y) {
      for (int x = z == 0 && y == 0 ? 1 : -most.x; x <= most.x; ++x) {
        const glm::dvec3 k = unit * glm::dvec3(x, y, z);
        if (glm::length(k) <= longest) vectors_.push_back(k);
      }
    }
  }
  sums_.assign(vectors_.size(), 0.0);
}

void DensityWaves::add(const std::vector<glm::vec3>& places) {
  for (std::size_t i = 0; i < vectors_.size(); ++i) {
    std::complex<double> sum = 0.0;
    for (const glm::vec3& place : places) {
      sum += std::polar(1.0, glm::dot(vectors_[i], glm::dvec3(place)));
    }
    sums_[i] += std::norm(sum) / static_cast<double>(places.size());
  }
  ++added_;
}

DensityWave DensityWaves::strongest(double least) const {
  DensityWave best{0.0, 0.0};
  for (std::size_t i = 0; i < vectors_.size(); ++i) {
    const double k = glm::length(vectors_[i]);
    if (k >= least && sums_[i] > best.s) best = {k, sums_[i]};
  }
  best.s /= added_;
  return best;
}

}  // namespace gpubuck::validation
