#include "pairs/resident/resident_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "base/error.h"
#include "pairs/pair_settings.h"
#include "pairs/periodic_images.h"

namespace gpubuck::pairs {
namespace {

/// Width of a cell in units of the cut-off. The excess over 1 is larger than all rounding errors of
/// places, which are below 1e-6 cut-offs (resident_search.cpp).
constexpr double kCellWidth = 1.001;
constexpr double kPointsPerCell = 4.0;
/// With three cells along an axis, the cell of a point and the cells before and after it are three
/// different cells.
constexpr std::int64_t kFewestOpen = 3;
constexpr double kMostVisited = 1 << 24;
/// Limit of Cells::reach, so that images fit into ten bits (Hit of kernels/arguments.h).
constexpr std::int64_t kFarthestCell = 500;

/// The cells of one system.
struct Cells {
  std::array<glm::dvec3, 3> reciprocal{};
  std::array<std::int64_t, 3> counts{};
  std::array<std::int64_t, 3> reach{1, 1, 1};
};

/// Returns three directions: the directions of the reciprocal vectors, and directions perpendicular
/// to these vectors and to each other.
std::array<glm::dvec3, 3> basisOf(const Lattice& lattice) {
  std::array<glm::dvec3, 3> basis{};
  for (int k = 0; k < lattice.rank(); ++k) {
    basis[static_cast<std::size_t>(k)] = glm::normalize(lattice.reciprocal(k));
  }
  if (lattice.rank() == 0) return {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
  if (lattice.rank() == 1) {
    const glm::dvec3 size = glm::abs(basis[0]);
    const bool isAlongX = size.x > size.y && size.x > size.z;
    basis[1] = glm::normalize(
        glm::cross(basis[0], isAlongX ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0)));
  }
  if (lattice.rank() < 3) basis[2] = glm::normalize(glm::cross(basis[0], basis[1]));
  return basis;
}

/// Returns whether cells of half the width would have at least one point on average. Cells of half
/// the width are then faster, since the cells within reach have only 0.58 of the volume.
bool isDense(const Lattice& lattice, std::int64_t points, double width) {
  if (lattice.rank() < 3) return false;
  const double inverseVolume = std::abs(
      glm::dot(lattice.reciprocal(0), glm::cross(lattice.reciprocal(1), lattice.reciprocal(2))));
  return static_cast<double>(points) * std::pow(0.5 * width, 3.0) * inverseVolume >= 1.0;
}

Cells cellsOf(const Lattice& lattice, std::int64_t points, double radius) {
  Cells grid;
  const double width = kCellWidth * radius;
  const double share = std::cbrt(static_cast<double>(points) / kPointsPerCell);
  const auto fewOpen = std::max(kFewestOpen, static_cast<std::int64_t>(std::ceil(share)));
  const double cellWidth = isDense(lattice, points, width) ? 0.5 * width : width;
  const std::array<glm::dvec3, 3> basis = basisOf(lattice);
  for (std::size_t k = 0; k < 3; ++k) {
    const bool isOpen = static_cast<int>(k) >= lattice.rank();
    if (isOpen) {
      grid.counts[k] = fewOpen;
      grid.reciprocal[k] = basis[k] / (static_cast<double>(fewOpen) * width);
      continue;
    }
    grid.reciprocal[k] = lattice.reciprocal(static_cast<int>(k));
    const double height = 1.0 / glm::length(grid.reciprocal[k]);
    // With more cells, most cells would be empty.
    const double most = std::max(1.0, 2.0 * static_cast<double>(points));
    grid.counts[k] =
        static_cast<std::int64_t>(std::clamp(std::floor(height / cellWidth), 1.0, most));
  }
  // An empty cell takes about as much time as a point.
  const auto all = [&] { return grid.counts[0] * grid.counts[1] * grid.counts[2]; };
  while (all() > std::max<std::int64_t>(27, 2 * points)) {
    auto longest = std::max_element(grid.counts.begin(), grid.counts.begin() + lattice.rank());
    if (lattice.rank() == 0 || *longest == 1) break;
    *longest = (*longest + 1) / 2;
  }
  for (std::size_t k = 0; static_cast<int>(k) < lattice.rank(); ++k) {
    const double cell =
        1.0 / (glm::length(grid.reciprocal[k]) * static_cast<double>(grid.counts[k]));
    grid.reach[k] = static_cast<std::int64_t>(std::ceil(width / cell));
  }
  return grid;
}

void requireFewVisits(const Cells& grid) {
  double visited = 1.0;
  for (const std::int64_t reach : grid.reach) visited *= 2.0 * static_cast<double>(reach) + 1.0;
  if (visited <= kMostVisited && *std::ranges::max_element(grid.reach) <= kFarthestCell) return;
  throw InputError("cell",
                   fmt::format("is too small for a search on the GPU with this cut-off: it "
                               "must not be thinner than 1/{} of the cut-off, nor have more than "
                               "{:.0f} images within the cut-off",
                               kFarthestCell, kMostVisited));
}

resident::Vector vectorOf(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

resident::Grid gridOf(const Lattice& lattice, const Cells& cells, double radius) {
  resident::Grid grid{};
  for (int k = 0; k < 3; ++k) {
    const auto at = static_cast<std::size_t>(k);
    grid.reciprocal[k] = vectorOf(cells.reciprocal[at]);
    grid.counts[k] = static_cast<int>(cells.counts[at]);
    grid.reach[k] = static_cast<int>(cells.reach[at]);
    grid.sides[k] = vectorOf(lattice.sides()[at]);
    if (k >= lattice.rank()) continue;
    glm::dvec3 step(0.0);
    step[k] = 1.0;
    const glm::dvec3 shortest = lattice.translation(step), magnitude = lattice.magnitude(step);
    const auto in = lattice.inSides(step);
    grid.isPeriodic[k] = 1;
    grid.shortest[k] = vectorOf(shortest);
    grid.sidesIn[k] = {static_cast<double>(in[0]), static_cast<double>(in[1]),
                       static_cast<double>(in[2])};
    grid.magnitude[k] = magnitude.x + magnitude.y + magnitude.z;
    grid.nearMagnitude[k] = static_cast<float>(grid.magnitude[k] / radius);
    for (int m = 0; m < 3; ++m) {
      grid.nearShortest[k][m] = static_cast<float>(shortest[m] / radius);
    }
  }
  return grid;
}

}  // namespace

ResidentLattices::ResidentLattices(std::span<const Cell> sides,
                                   std::span<const std::int64_t> starts, double radius) {
  std::int64_t ofSystem = 0;
  for (std::size_t b = 0; b < sides.size(); ++b) {
    const std::int64_t points = starts[b + 1] - starts[b];
    // Making a lattice takes half a microsecond. Consecutive systems are often equal, and then
    // share a grid.
    const bool isAsBefore =
        b > 0 && points == starts[b] - starts[b - 1] && sides[b] == sides[b - 1];
    if (!isAsBefore) {
      const Lattice lattice = inSystem(b, [&] { return Lattice(sides[b]); });
      const Cells own = cellsOf(lattice, points, radius);
      inSystem(b, [&] { requireFewVisits(own); });
      grids.push_back(gridOf(lattice, own, radius));
      ofSystem = own.counts[0] * own.counts[1] * own.counts[2];
    }
    systems.push_back(
        {static_cast<int>(starts[b]), static_cast<int>(cells), static_cast<int>(grids.size()) - 1});
    cells += ofSystem;
    if (cells >= std::numeric_limits<int>::max()) {
      throw InputError("cells of the points",
                       fmt::format("are more than {}, the most that a search on the GPU takes",
                                   std::numeric_limits<int>::max()));
    }
  }
  systems.push_back({static_cast<int>(starts.back()), static_cast<int>(cells), 0});
}

}  // namespace gpubuck::pairs
