#include "dpd/model/pair_cost.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <numbers>
#include <set>

#include "cells/cell_grid.h"
#include "gl/context.h"

namespace gpubuck::dpd {
namespace {

/// Returns the coordinates, along one axis, of a cell and its two neighbours. Each coordinate
/// appears once.
std::set<int> around(int place, int cells, bool isPeriodic) {
  std::set<int> places;
  for (int other = place - 1; other <= place + 1; ++other) {
    if (isPeriodic) {
      places.insert((other + cells) % cells);
    } else if (other >= 0 && other < cells) {
      places.insert(other);
    }
  }
  return places;
}

/// Returns, for each cell, the sum of `numbers` over the cell and its neighbours along one axis.
std::vector<double> summed(const std::vector<double>& numbers, const cells::CellGrid& grid,
                           int axis) {
  const glm::ivec3 strides{1, grid.cells.x, grid.cells.x * grid.cells.y};
  const auto stride = static_cast<std::int64_t>(strides[axis]);
  std::vector<std::set<int>> places;
  for (int place = 0; place < grid.cells[axis]; ++place) {
    places.push_back(around(place, grid.cells[axis], grid.box.isPeriodic(axis)));
  }
  std::vector<double> sums(numbers.size(), 0.0);
  for (std::int64_t cell = 0; cell < grid.count(); ++cell) {
    const auto place = static_cast<int>(cell / stride % grid.cells[axis]);
    for (const int other : places[static_cast<std::size_t>(place)]) {
      sums[static_cast<std::size_t>(cell)] +=
          numbers[static_cast<std::size_t>(cell + (other - place) * stride)];
    }
  }
  return sums;
}

/// The amount of work of a slice, after which a step can be interrupted.
struct Slice {
  double pairs;            ///< number of pairs that take some tenths of a second
  std::int64_t particles;  ///< minimum number; fewer particles would leave the device idle
};

Slice sliceOf(bool isSoftware) {
  if (!isSoftware) return {.pairs = 4e9, .particles = 16'384};
  return {.pairs = 3e7, .particles = 1};
}

}  // namespace

PairCost findPairCost(const cells::Box& box, const std::vector<glm::vec4>& positions) {
  if (positions.empty()) return {};
  const cells::CellGrid grid = cells::makeCountingGrid(box, 1.0);
  std::vector<double> counts(static_cast<std::size_t>(grid.count()), 0.0);
  for (const glm::vec4& position : positions) {
    const glm::ivec3 cell =
        glm::clamp(glm::ivec3(glm::dvec3(position) / grid.edge), glm::ivec3(0), grid.cells - 1);
    ++counts[static_cast<std::size_t>(cell.x + std::int64_t{grid.cells.x} *
                                                   (cell.y + std::int64_t{grid.cells.y} * cell.z))];
  }
  std::vector<double> sums = counts;
  double searched = 1.0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    sums = summed(sums, grid, axis);
    searched *= 3.0 * grid.edge[axis];
  }
  double candidates = 0.0;
  for (std::size_t cell = 0; cell < counts.size(); ++cell) candidates += counts[cell] * sums[cell];
  candidates /= static_cast<double>(positions.size());
  const double sphere = box.dimensions == 2 ? std::numbers::pi : 4.0 / 3.0 * std::numbers::pi;
  return {.neighbours = candidates * std::min(sphere / searched, 1.0), .candidates = candidates};
}

bool isLongStep(const PairCost& cost, std::int64_t particles) {
  return pairsOf(cost, particles) > (gl::isSoftware() ? 1.5e8 : 2e10);
}

std::optional<std::int64_t> particlesPerSlice(const PairCost& cost, std::int64_t particles) {
  if (!isLongStep(cost, particles)) return {};
  const Slice slice = sliceOf(gl::isSoftware());
  return std::max<std::int64_t>(std::llround(slice.pairs / cost.candidates), slice.particles);
}

}  // namespace gpubuck::dpd
