#include "pairs/point_layout.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/common.hpp>
#include <numeric>

#include "base/parallel.h"
#include "pairs/extent.h"

namespace gpubuck::pairs {
namespace {

/// Radius of the search with all margins, in units of PointLayout::unit.
constexpr double kReach = 1.0;

/// The factor by which a cell is longer than required, so that rounding cannot put a neighbour one
/// cell too far.
constexpr double kSpare = 1.0 + 0x1p-10;

// Maximum and minimum number of cells along a side. kLeastHashed is the minimum if the side is
// hashed or if there are few points.
constexpr int kMost = 512;
constexpr int kLeast = 4;
constexpr int kLeastHashed = 16;

/// Sets of up to this many points get a grid of kLeastHashed cells along each side, so that the
/// same program can be used for all of them.
constexpr std::int64_t kFewPoints = 4096;

/// The length, in sides of the grid, up to which the tiles along an axis can be numbered.
constexpr double kMostTiles = 0x1p27;

double edgeOf(const cells::Method& method) { return kSpare * cells::leastEdge(method, kReach); }

int mostCells(const cells::Method& method) {
  const auto cells = static_cast<unsigned>(258.0 * kReach / edgeOf(method));
  return std::clamp(static_cast<int>(std::bit_floor(cells)), kLeastHashed, kMost);
}

/// Returns the smallest power of two times `least` that is not below `needed`, but at most `most`.
int cellsFor(double needed, int least, int most) {
  int cells = least;
  while (cells < needed && cells < most) cells *= 2;
  return cells;
}

/// Returns PointLayout::margin on a grid with this longest side.
double marginOf(double radius, double longestSide) {
  return 2.0 * 0x1p-24 * (14.0 * longestSide + 4.0 * radius);
}

}  // namespace

double closeGaps(std::vector<double>& coordinates, double gap) {
  std::vector<std::uint32_t> order(coordinates.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return coordinates[i]; });
  // A stretch of points without gaps longer than `gap` keeps the distances between its points,
  // since all its points are moved by the same amount.
  double begin = coordinates[order[0]];
  double last = begin;
  double shift = 0.0;
  for (const std::uint32_t i : order) {
    const double x = coordinates[i];
    if (x - last > gap) {
      shift += last - begin + gap;
      begin = x;
    }
    last = x;
    coordinates[i] = shift + (x - begin);
  }
  return coordinates[order.back()];
}

SteadyLayout::Grid SteadyLayout::gridFor(const glm::dvec3& needed, std::int64_t points,
                                         int dimensions) const {
  Grid grid;
  grid.dimensions = dimensions;
  grid.cells[2] = 1;
  const int least = points <= kFewPoints ? kLeastHashed : kLeast;
  for (std::size_t k = 0; k < static_cast<std::size_t>(dimensions); ++k) {
    grid.cells[k] = cellsFor(needed[static_cast<int>(k)], least, mostCells(method_));
  }
  const double most = std::max(4096.0, 4.0 * static_cast<double>(points));
  while (true) {
    int& largest = *std::ranges::max_element(grid.cells);
    if (largest <= kLeastHashed ||
        static_cast<double>(grid.cells[0]) * grid.cells[1] * grid.cells[2] <= most) {
      break;
    }
    largest /= 2;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    grid.hashed[k] = grid.cells[k] < needed[static_cast<int>(k)];
  }
  return grid;
}

/// Returns whether a grid that is not the best grid is still good enough: no side is too short, and
/// no side is several times as long as needed.
bool SteadyLayout::suits(const Grid& grid, const glm::dvec3& needed, const Grid& best) const {
  if (grid.dimensions != best.dimensions || grid.floatsDecide != best.floatsDecide) return false;
  for (std::size_t k = 0; k < 3; ++k) {
    const bool holds = grid.hashed[k] || grid.cells[k] >= needed[static_cast<int>(k)];
    if (!holds || grid.cells[k] > 2 * best.cells[k] || 2 * grid.cells[k] < best.cells[k]) {
      return false;
    }
  }
  return true;
}

void SteadyLayout::use(const Grid& grid) {
  grid_ = grid;
  const double edge = edgeOf(method_);
  cells::Box box;
  box.dimensions = grid.dimensions;
  layout_.hashed = {};
  layout_.floatsDecide = grid.floatsDecide;
  double longest = 0.0;
  for (int k = 0; k < grid.dimensions; ++k) {
    const auto a = static_cast<std::size_t>(k);
    box.size[k] = grid.cells[a] * edge;
    longest = std::max(longest, box.size[k]);
    layout_.hashed[a] = grid.hashed[a];
    box.boundary[a] = grid.hashed[a] ? cells::Boundary::Periodic : cells::Boundary::Reflecting;
  }
  layout_.grid = cells::makeCellGrid(box, kReach, method_);
  layout_.margin = marginOf(kReach, longest);
  layout_.radius = kReach - 2.0 * layout_.margin;
}

/// Returns the lengths of the axes, in units of `span`. If an axis is so long that its tiles could
/// not be numbered, long empty stretches are removed from it first.
glm::dvec3 SteadyLayout::lengths(std::span<const glm::dvec3> points, double span) {
  const Extent extent = extentOf(points);
  low_ = extent.low;
  const double longest = kMostTiles * kLeastHashed * edgeOf(method_);
  glm::dvec3 result(0.0);
  for (int k = 0; k < 3; ++k) {
    std::vector<double>& closed = closed_[static_cast<std::size_t>(k)];
    closed.clear();
    result[k] = (extent.high[k] - low_[k]) / span;
    if (result[k] < longest) continue;
    closed.resize(points.size());
    std::ranges::transform(points, closed.begin(), [&](const glm::dvec3& r) { return r[k]; });
    result[k] = closeGaps(closed, 4.0 * span) / span;
  }
  return result;
}

bool SteadyLayout::fit(std::span<const glm::dvec3> points, double radius, double error) {
  // Floats need only half of a margin. The other half, at least 10^-5 of the radius, is left for
  // `error`.
  const bool floatsDecide = error <= 1e-6 * radius;
  const double span = floatsDecide ? radius : radius + error;
  // The unit is a little longer than `span`.
  const glm::dvec3 length = lengths(points, span);
  const glm::dvec3 needed = glm::floor(length / edgeOf(method_)) + 1.0;
  Grid best = gridFor(needed, std::ssize(points), length.z > 0.0 ? 3 : 2);
  best.floatsDecide = floatsDecide;
  const bool isSame = suits(grid_, needed, best);
  if (!isSame) use(best);
  layout_.unit = span / layout_.radius;
  return isSame;
}

void SteadyLayout::place(std::span<const glm::dvec3> points, std::span<glm::vec4> position,
                         std::span<glm::uvec4> tile) const {
  const cells::Box& box = layout_.grid.box;
  inParallel(std::ssize(points), kPlacesPerThread, [&](std::int64_t first, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i) {
      position[i] = glm::vec4(0.0F);
      if (!tile.empty()) tile[i] = glm::uvec4(0U);
      for (int k = 0; k < box.dimensions; ++k) {
        const auto a = static_cast<std::size_t>(k);
        const double side = box.size[k];
        const double length = closed_[a].empty() ? points[i][k] - low_[k] : closed_[a][i];
        double place = length / layout_.unit;
        if (layout_.hashed[a]) {
          const double number = std::floor(place / side);
          place -= number * side;
          tile[i][k] = static_cast<glm::uint>(number);
        }
        position[i][k] = static_cast<float>(std::clamp(place, 0.0, side));
      }
    }
  });
  for (std::size_t i = points.size(); i < position.size(); ++i) {
    auto cell = static_cast<std::int64_t>(i) % layout_.grid.count();
    position[i] = glm::vec4(0.0F);
    if (!tile.empty()) tile[i] = glm::uvec4(0U);
    for (int k = 0; k < box.dimensions; ++k) {
      position[i][k] = static_cast<float>(
          (static_cast<double>(cell % layout_.grid.cells[k]) + 0.5) * layout_.grid.edge[k]);
      cell /= layout_.grid.cells[k];
    }
  }
}

LaidOutPoints layOut(std::span<const glm::dvec3> points, double radius,
                     const cells::Method& method) {
  SteadyLayout steady(method);
  steady.fit(points, radius);
  LaidOutPoints result{.layout = steady.layout(), .position = {}, .tile = {}};
  result.position.resize(points.size());
  if (result.layout.isHashed()) result.tile.resize(points.size());
  steady.place(points, result.position, result.tile);
  return result;
}

}  // namespace gpubuck::pairs
