#include "cells/coarse_position.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number.h"

namespace gpubuck::cells {
namespace {

/// The number of steps per period along x and y; along z there are half as many.
constexpr double kSteps = 2048.0;

/// The error of the distance of two coarse positions, in steps. Truncation adds less than one step
/// per axis. y and z are above other axes in the word, whose difference adds less than one more.
/// sqrt(1^2 + 2^2 + (2 * 2)^2) < 5.
constexpr double kWrongSteps = 5.0;

/// Returns the largest distance along an axis between a point and another one in the searched
/// cells.
double farthest(const CellGrid& grid) {
  const int cells = grid.method.kind == Method::Kind::Octant ? 1 : grid.method.cellsPerCutoff;
  double result = 0.0;
  for (int axis = 0; axis < grid.box.dimensions; ++axis) {
    result = std::max(result, (cells + 1 + grid.overlap[axis]) * grid.edge[axis]);
  }
  return result;
}

/// Returns the rounding error along an axis. For a side of length L the shader rounds, for two
/// points, the coordinate less that of an image, its product with the steps per length, and the
/// latter, each by less than 2^-23 L.
double roundingOf(const CellGrid& grid) {
  double longest = 0.0;
  for (int axis = 0; axis < grid.box.dimensions; ++axis) {
    longest = std::max(longest, grid.box.size[axis]);
  }
  return 0x1p-20 * longest;
}

}  // namespace

std::string coarsePositionPrologue(const CellGrid& grid) {
  // A point farther away than half a period appears nearer than it is, but must not appear near.
  // The period is therefore as long as the largest distance, the radius and the margin together;
  // the margin is rounding + kWrongSteps * period / kSteps.
  const double rounding = roundingOf(grid);
  const double period =
      (farthest(grid) + grid.radius + 2.0 * rounding) / (1.0 - 2.0 * kWrongSteps / kSteps);
  const double near = grid.radius + rounding + kWrongSteps * period / kSteps;
  // In units of a word: 2^32 are one period.
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
