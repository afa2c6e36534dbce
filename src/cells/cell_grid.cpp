#include "cells/cell_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/id.h"
#include "base/number.h"

namespace gpubuck::cells {
namespace {

constexpr const char* kCells27 = "cells27";
constexpr const char* kCellsPerCutoff = "cells-per-cutoff";
constexpr const char* kOctant = "octant";

}  // namespace

std::optional<Method> parseMethod(const std::string& word) {
  if (word == kCells27) return Method{};
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return {};
  const std::string name = word.substr(0, equals);
  const std::string value = word.substr(equals + 1);
  if (name == kCellsPerCutoff) {
    const std::optional<int> k = numberIn<int>(value);
    if (k && *k >= 1 && *k <= kMostCellsPerCutoff) return Method{.cellsPerCutoff = *k};
  }
  if (name == kOctant) {
    const std::optional<double> factor = numberIn<double>(value);
    if (factor && *factor >= 2.0) {
      return Method{.kind = Method::Kind::Octant, .cellFactor = *factor};
    }
  }
  return {};
}

Method methodNamed(const std::string& option, const std::string& word) {
  if (const std::optional<Method> method = parseMethod(word)) return *method;
  throw InputError(option, fmt::format("'{}' is not one of {}", word, kMethodWords));
}

std::string methodWord(const Method& method) {
  if (method == Method{}) return kCells27;
  if (method.kind == Method::Kind::CellsPerCutoff) {
    return fmt::format("{}={}", kCellsPerCutoff, method.cellsPerCutoff);
  }
  return fmt::format("{}={}", kOctant, method.cellFactor);
}

double leastEdge(const Method& method, double radius) {
  return method.kind == Method::Kind::Octant ? radius * method.cellFactor
                                             : radius / method.cellsPerCutoff;
}

double reachInCells(const Method& method) {
  return method.kind == Method::Kind::Octant ? 0.5 : method.cellsPerCutoff;
}

int leastPeriodicCells(const Method& method) {
  return method.kind == Method::Kind::Octant ? 1 : 2 * method.cellsPerCutoff + 1;
}

namespace {

/// Returns whether the shader multiplies coordinates by a power of two, so that it finds cells
/// without rounding.
bool isExact(double length, double cells) {
  const auto perLength = static_cast<float>(cells / length);
  int exponent = 0;
  return std::frexp(perLength, &exponent) == 0.5F &&
         length * static_cast<double>(perLength) == cells;
}

/// Returns CellGrid::overlap of n cells along a side of length L. The shader multiplies a
/// coordinate by s = float(n / L), rounds, and truncates to a whole number. Without rounding, the
/// products of two particles nearer than R would differ by less than R n / L. With u = 2^-24,
/// roundings add at most R s u for s, n u for each of two products, and n u for n - L s across a
/// periodic side. The products therefore differ by less than R n / L + 4 n u. When a particle
/// crosses a face of its cell (in an octant search, the middle of its cell), its search visits a
/// further cell. If the particle is at the distance d from that face or middle, the further cell is
/// at the distance reachInCells() + d from the particle. It holds no neighbour if d is at least R n
/// / L + 4 n u - reachInCells(). This least d is the overlap.
double overlapAlong(double length, double cells, double radius, const Method& method) {
  const double rounding = isExact(length, cells) ? 0.0 : cells * 0x1p-22;
  return std::max(0.0, radius * (cells / length) + rounding - reachInCells(method));
}

void requireCells(const CellGrid& grid, int axis) {
  const double length = grid.box.size[axis];
  const double cells = cellsAlong(length, grid.radius, grid.method);
  const int least = leastPeriodicCells(grid.method);
  if (!grid.box.isPeriodic(axis) || cells >= least) return;
  throw InputError(
      "box size",
      fmt::format("{} along {} is periodic and holds {} cells of edge {}; {} takes at least {}",
                  length, kAxisNames[axis], cells, leastEdge(grid.method, grid.radius),
                  methodWord(grid.method), least));
}

}  // namespace

double cellsAlong(double length, double radius, const Method& method) {
  const double cells = length / leastEdge(method, radius);
  return std::min(std::floor(cells * (1.0 + 0x1p-40)), 0x1p20);
}

CellGrid makeCountingGrid(const Box& box, double radius, const Method& method) {
  if (!(radius > 0.0) || !std::isfinite(radius)) {
    throw InputError("search radius", fmt::format("{} is not a positive length", radius));
  }
  CellGrid grid{box, method, radius};
  double total = 1.0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double length = box.size[axis];
    if (!(length > 0.0) || !std::isfinite(length)) {
      throw InputError("box size", fmt::format("{} along {} is not a positive length", length,
                                               kAxisNames[axis]));
    }
    const double cells = std::max(1.0, cellsAlong(length, radius, method));
    total *= cells;
    if (total > static_cast<double>(kMaxCount)) {
      throw InputError(
          "box size", fmt::format("{} x {} x {} is more cells than the {} that 24-bit ids can name",
                                  box.size.x, box.size.y, box.size.z, kMaxCount));
    }
    grid.cells[axis] = static_cast<int>(cells);
    grid.edge[axis] = length / cells;
    if (cells > 1.0 || box.isPeriodic(axis)) {
      grid.overlap[axis] = overlapAlong(length, cells, radius, method);
    }
  }
  return grid;
}

CellGrid makeCellGrid(const Box& box, double radius, const Method& method) {
  const CellGrid grid = makeCountingGrid(box, radius, method);
  for (int axis = 0; axis < box.dimensions; ++axis) requireCells(grid, axis);
  return grid;
}

double searchReach(const CellGrid& grid) {
  double longest = grid.radius;
  for (int axis = 0; axis < grid.box.dimensions; ++axis) {
    longest = std::max(longest, grid.box.size[axis]);
  }
  return grid.radius + 0x1p-20 * longest;
}

std::string gridPrologue(const CellGrid& grid) {
  const auto flag = [&](int axis) {
    return axis < grid.box.dimensions && grid.box.isPeriodic(axis) ? "true" : "false";
  };
  const auto number = [](double value) { return fmt::format("{:.9e}", static_cast<float>(value)); };
  const glm::dvec3 size =
      grid.box.dimensions == 3 ? grid.box.size : glm::dvec3(grid.box.size.x, grid.box.size.y, 1.0);
  const double reach = searchReach(grid);
  return fmt::format(
      "const int kDimensions = {};\nconst ivec3 kCells = ivec3({}, {}, {});\n"
      "const bvec3 kPeriodic = bvec3({}, {}, {});\nconst vec3 kBoxSize = vec3({}, {}, {});\n"
      "const vec3 kCellEdge = vec3({}, {}, {});\nconst vec3 kCellsPerLength = vec3({}, {}, {});\n"
      "const float kSearchRadius = {};\nconst float kReachSquared = {};\n"
      "const bool kByOctant = {};\nconst int kCellsPerCutoff = {};\n"
      "const vec3 kOverlap = vec3({}, {}, {});\n",
      grid.box.dimensions, grid.cells.x, grid.cells.y, grid.cells.z, flag(0), flag(1), flag(2),
      number(size.x), number(size.y), number(size.z), number(grid.edge.x), number(grid.edge.y),
      number(grid.edge.z), number(grid.cells.x / size.x), number(grid.cells.y / size.y),
      number(grid.cells.z / size.z), number(grid.radius), number(reach * reach),
      grid.method.kind == Method::Kind::Octant, grid.method.cellsPerCutoff, number(grid.overlap.x),
      number(grid.overlap.y), number(grid.overlap.z));
}

AssignCells::AssignCells(const texel::Device& device, const CellGrid& grid)
    : pass_(device, {.name = "cells/assign_cells",
                     .outputs = {{"o_mapping", texel::Format::Id}},
                     .prologue = gridPrologue(grid)}) {}

void AssignCells::run(const texel::Vec4Array& position, texel::IdArray& mapping) {
  pass_.run(position.count(), {{"u_position", position}}, {{"o_mapping", mapping}});
}

namespace {

/// The number of steps per period along x and y; along z there are half as many.
constexpr double kSteps = 2048.0;

/// The error of the distance of two coarse positions, in steps. Truncation adds less than one step
/// per axis. In the word, the bits of x are below the bits of y, and the bits of y below the bits
/// of z. The difference of the lower bits adds less than one further step to y and to z. The steps
/// of z are twice as long: sqrt(1^2 + 2^2 + (2 * 2)^2) < 5.
constexpr double kWrongSteps = 5.0;

/// Returns the largest distance along an axis between a point and another point in the searched
/// cells.
double farthest(const CellGrid& grid) {
  const int cells = grid.method.kind == Method::Kind::Octant ? 1 : grid.method.cellsPerCutoff;
  double result = 0.0;
  for (int axis = 0; axis < grid.box.dimensions; ++axis) {
    result = std::max(result, (cells + 1 + grid.overlap[axis]) * grid.edge[axis]);
  }
  return result;
}

/// Returns a bound of the rounding error along an axis. For two points and a side of length L, the
/// shader rounds the difference of the coordinates, the steps per length, and the product of both,
/// each with an error below 2^-23 L.
double roundingOf(const CellGrid& grid) {
  double longest = 0.0;
  for (int axis = 0; axis < grid.box.dimensions; ++axis) {
    longest = std::max(longest, grid.box.size[axis]);
  }
  return 0x1p-20 * longest;
}

}  // namespace

std::string coarsePositionPrologue(const CellGrid& grid) {
  // A point farther away than half a period appears nearer than it is, but must not appear nearer
  // than `near`. The period is therefore the sum of the largest distance, the radius and twice the
  // margin; the margin is rounding + kWrongSteps * period / kSteps.
  const double rounding = roundingOf(grid);
  const double period =
      (farthest(grid) + grid.radius + 2.0 * rounding) / (1.0 - 2.0 * kWrongSteps / kSteps);
  const double near = grid.radius + rounding + kWrongSteps * period / kSteps;
  // `near` in the units of a word, of which a period has 2^32.
  const double words = near / period * 0x1p32;
  return fmt::format(
      "const float kPeriodsPerLength = {:.9e};\nconst float kCoarselyNearSquared = {:.9e};\n",
      1.0 / period, words * words);
}

CoarsePositions::CoarsePositions(const texel::Device& device, const CellGrid& grid,
                                 std::int64_t elements)
    : pass_(device, {.name = "cells/coarse_positions",
                     .outputs = {{"o_coarse", texel::Format::UInt4}},
                     .prologue = coarsePositionPrologue(grid)}),
      fours_(device, "coarse positions", divideUp(elements, 4)) {}

void CoarsePositions::find(const texel::Vec4Array& position) {
  pass_.run(fours_.count(), {{"u_position", position}}, {{"o_coarse", fours_}});
}

}  // namespace gpubuck::cells
