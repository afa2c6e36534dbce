#include "validation/microphases.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <numbers>

#include "base/disjoint_sets.h"

namespace gpubuck::validation {
namespace {

constexpr std::size_t kFewestOfCluster = 20;

/// 1 - 3 (ab + bc + ca) / (a + b + c)^2 of the principal moments of `places` about their mean.
double anisotropyOf(const std::vector<glm::dvec3>& places) {
  glm::dvec3 mean(0.0);
  for (const glm::dvec3& place : places) mean += place;
  mean /= static_cast<double>(places.size());
  glm::dmat3 moments(0.0);
  for (const glm::dvec3& place : places) moments += glm::outerProduct(place - mean, place - mean);
  // The sum of the products of eigenvalues equals the sum of the diagonal minors.
  const auto minor = [&](int i, int k) {
    return moments[i][i] * moments[k][k] - moments[i][k] * moments[k][i];
  };
  const double trace = moments[0][0] + moments[1][1] + moments[2][2];
  return 1.0 - 3.0 * (minor(0, 1) + minor(1, 2) + minor(2, 0)) / (trace * trace);
}

}  // namespace

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

std::vector<std::int64_t> freeParts(const cells::Box& box, const std::vector<glm::vec3>& places) {
  const glm::ivec3 cells(box.size);
  const auto cellAt = [&](const glm::ivec3& at) {
    return static_cast<std::uint32_t>((at.z * cells.y + at.y) * cells.x + at.x);
  };
  const auto count = static_cast<std::size_t>(cells.x) * static_cast<std::size_t>(cells.y) *
                     static_cast<std::size_t>(cells.z);
  std::vector<bool> isFree(count, true);
  for (const glm::vec3& place : places) {
    const glm::ivec3 at(glm::dvec3(place) / box.size * glm::dvec3(cells));
    isFree[cellAt(glm::min(at, cells - 1))] = false;
  }
  DisjointSets parts(count);
  for (int z = 0; z < cells.z; ++z) {
    for (int y = 0; y < cells.y; ++y) {
      for (int x = 0; x < cells.x; ++x) {
        const std::uint32_t cell = cellAt({x, y, z});
        for (int axis = 0; axis < 3; ++axis) {
          glm::ivec3 next(x, y, z);
          next[axis] = (next[axis] + 1) % cells[axis];
          if (isFree[cell] && isFree[cellAt(next)]) parts.join(cell, cellAt(next));
        }
      }
    }
  }
  std::vector<std::int64_t> sizes(count, 0);
  for (std::uint32_t cell = 0; cell < count; ++cell) {
    if (isFree[cell]) ++sizes[parts.find(cell)];
  }
  std::erase(sizes, 0);
  std::ranges::sort(sizes, std::greater());
  return sizes;
}

double clusterAnisotropy(const cells::Box& box, const std::vector<glm::vec3>& places) {
  std::vector<bool> isTaken(places.size(), false);
  double sum = 0.0;
  std::size_t counted = 0;
  for (std::size_t first = 0; first < places.size(); ++first) {
    if (isTaken[first]) continue;
    isTaken[first] = true;
    // The image of each particle nearest to the one that it was found from makes a cluster whole.
    std::vector<std::size_t> found{first};
    std::vector<glm::dvec3> whole{glm::dvec3(places[first])};
    for (std::size_t next = 0; next < found.size(); ++next) {
      for (std::size_t other = 0; other < places.size(); ++other) {
        if (isTaken[other]) continue;
        const glm::dvec3 apart =
            box.nearestImage(glm::dvec3(places[other]) - glm::dvec3(places[found[next]]));
        if (glm::length(apart) >= 1.0) continue;
        isTaken[other] = true;
        found.push_back(other);
        whole.push_back(whole[next] + apart);
      }
    }
    if (found.size() < kFewestOfCluster) continue;
    sum += static_cast<double>(found.size()) * anisotropyOf(whole);
    counted += found.size();
  }
  return counted == 0 ? NAN : sum / static_cast<double>(counted);
}

}  // namespace gpubuck::validation
