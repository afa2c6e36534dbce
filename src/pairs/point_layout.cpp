#include "pairs/point_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/id.h"

namespace gpubuck::pairs {
namespace {

/// Of the grid along an axis, in units of the cell.
constexpr double kMostCells = 256.0;
constexpr double kLeastCells = 8.0;

/// One axis between the user's coordinates and those of the grid, in units.
struct Axis {
  bool periodic = false;
  double length = 0.0;              ///< the period, or the stretch that holds all points
  std::vector<double> coordinates;  ///< from 0
  double cells = 1.0;               ///< of the grid
  double side = 1.0;                ///< of the grid
  double tiles = 1.0;
};

Axis makeAxis(const LayoutInput& input, int axis, double unit, double longest) {
  Axis result;
  result.periodic = input.box && axis < input.box->dimensions && input.box->isPeriodic(axis);
  result.coordinates.resize(input.points.size());
  if (result.periodic) {
    const double size = input.box->size[axis];
    result.length = size / unit;
    std::transform(input.points.begin(), input.points.end(), result.coordinates.begin(),
                   [&](const glm::dvec3& r) { return cells::wrapped(r[axis], size) / unit; });
    return result;
  }
  const auto [least, most] =
      std::ranges::minmax_element(input.points, {}, [&](const glm::dvec3& r) { return r[axis]; });
  const double low = (*least)[axis];
  result.length = ((*most)[axis] - low) / unit;
  if (result.length < longest) {
    std::transform(input.points.begin(), input.points.end(), result.coordinates.begin(),
                   [&](const glm::dvec3& r) { return (r[axis] - low) / unit; });
  } else {
    std::transform(input.points.begin(), input.points.end(), result.coordinates.begin(),
                   [&](const glm::dvec3& r) { return r[axis]; });
    result.length = closeGaps(result.coordinates, unit, 4.0 * input.radius / unit);
  }
  return result;
}

/// Chooses sides so short that the grid has at most `most` cells, but kLeastCells along each.
void fold(std::array<Axis, 3>& axes, double cell, double longestSide, double most) {
  for (Axis& axis : axes) {
    axis.cells =
        std::clamp(std::floor(axis.length / cell) + 1.0, 1.0, std::floor(longestSide / cell));
  }
  while (true) {
    Axis* largest = &axes[0];
    double total = 1.0;
    for (Axis& axis : axes) {
      if (axis.cells > largest->cells) largest = &axis;
      total *= axis.cells;
    }
    if (total <= most || largest->cells <= kLeastCells) break;
    largest->cells = std::max(kLeastCells, std::floor(largest->cells / 2.0));
  }
  for (Axis& axis : axes) {
    axis.side = axis.cells * cell;
    if (axis.length < axis.side) {
      axis.side = axis.periodic ? axis.length : std::max(axis.length, cell);
    } else if (axis.periodic) {
      axis.tiles = std::min(std::ceil(axis.length / axis.side), kMostTiles);
      axis.side = axis.length / axis.tiles;
    } else {
      axis.tiles = std::floor(axis.length / axis.side) + 1.0;
    }
  }
}

}  // namespace

double marginOf(double radius, double longestSide) {
  return 2.0 * 0x1p-24 * (14.0 * longestSide + 4.0 * radius);
}

double closeGaps(std::vector<double>& coordinates, double unit, double gap) {
  std::vector<std::uint32_t> order(coordinates.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return coordinates[i]; });
  // A stretch of points with gaps shorter than `gap` keeps its inner distances: all its points move
  // by the same amount.
  double begin = coordinates[order[0]];
  double last = begin;
  double shift = 0.0;
  for (const std::uint32_t i : order) {
    const double x = coordinates[i];
    if ((x - last) / unit > gap) {
      shift += (last - begin) / unit + gap;
      begin = x;
    }
    last = x;
    coordinates[i] = shift + (x - begin) / unit;
  }
  return coordinates[order.back()];
}

PointLayout layOut(const LayoutInput& input) {
  PointLayout layout;
  layout.unit = std::ldexp(1.0, std::ilogb(input.radius));
  layout.radius = input.radius / layout.unit;
  const double edge = cells::leastEdge(input.method, layout.radius);
  const double longestSide = std::max(kMostCells * layout.radius, 2.0 * kLeastCells * edge);
  layout.margin = marginOf(layout.radius, longestSide);
  const double radius = layout.radius + 2.0 * layout.margin;
  const double cell = std::max(radius, cells::leastEdge(input.method, radius));

  std::array<Axis, 3> axes;
  for (int k = 0; k < 3; ++k) {
    axes[static_cast<std::size_t>(k)] =
        makeAxis(input, k, layout.unit, kMostTiles * kLeastCells * layout.radius);
  }
  const bool isFlat = !axes[2].periodic && axes[2].length == 0.0;
  const auto points = static_cast<double>(input.points.size());
  const double wanted = input.cells > 0 ? static_cast<double>(input.cells) : 4.0 * points;
  const double finer = std::pow(std::max(1.0, cell / edge), isFlat ? 2.0 : 3.0);
  fold(axes, cell, longestSide,
       std::min(std::max(wanted, 4096.0), static_cast<double>(kMaxCount - 1) / finer));

  cells::Box box;
  box.dimensions = isFlat ? 2 : 3;
  double longest = 0.0;
  for (int k = 0; k < box.dimensions; ++k) {
    const auto a = static_cast<std::size_t>(k);
    const Axis& axis = axes[a];
    box.size[k] = axis.side;
    layout.hashed[a] = axis.tiles > 1.0;
    layout.tiles[a] = axis.periodic && layout.hashed[a] ? static_cast<int>(axis.tiles) : 0;
    layout.nearestImage[a] = axis.periodic && cells::cellsAlong(axis.side, radius, input.method) <
                                                  cells::leastPeriodicCells(input.method);
    box.boundary[a] = (axis.periodic || layout.hashed[a]) && !layout.nearestImage[a]
                          ? cells::Boundary::Periodic
                          : cells::Boundary::Reflecting;
    longest = std::max(longest, axis.side);
  }
  layout.margin = marginOf(layout.radius, longest);
  layout.grid = cells::makeCellGrid(box, radius, input.method);
  for (int k = 0; k < box.dimensions; ++k) {
    if (!layout.nearestImage[static_cast<std::size_t>(k)]) continue;
    layout.grid.cells[k] = 1;
    layout.grid.edge[k] = box.size[k];
  }

  layout.position.resize(input.points.size(), glm::vec4(0.0F));
  if (layout.isHashed()) layout.tile.resize(input.points.size(), glm::uvec4(0U));
  for (int k = 0; k < box.dimensions; ++k) {
    const Axis& axis = axes[static_cast<std::size_t>(k)];
    const bool isHashed = layout.hashed[static_cast<std::size_t>(k)];
    for (std::size_t i = 0; i < input.points.size(); ++i) {
      double place = std::max(axis.coordinates[i], 0.0);
      if (isHashed) {
        const double tile = std::min(std::floor(place / axis.side), axis.tiles - 1.0);
        place -= tile * axis.side;
        layout.tile[i][k] = static_cast<glm::uint>(tile);
      }
      layout.position[i][k] = static_cast<float>(std::clamp(place, 0.0, axis.side));
    }
  }
  return layout;
}

}  // namespace gpubuck::pairs
