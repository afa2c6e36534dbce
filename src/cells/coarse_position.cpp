#include "cells/coarse_position.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number.h"

namespace gpubuck::cells {
namespace {

/// The steps of a period along x and y; there are half as many along z.
constexpr double kSteps = 2048.0;

/// How far two coarse positions may seem to be beyond what their points are, in steps. Cutting off
/// costs less than one step of an axis; y and z lie above other axes in the word, whose difference
/// costs less than one more. sqrt(1^2 + 2^2 + (2 * 2)^2) < 5.
constexpr double kWrongSteps = 5.0;

/// The largest distance along an axis between a point and another in the cells that are searched.
double farthest(const CellGrid& grid) {
  const int cells = grid.method.kind == Method::Kind::Octant ? 1 : grid.method.cellsPerCutoff;
  double result = 0.0;
  for (int axis = 0; axis < grid.box.dimensions; ++axis) {
    result = std::max(result, (cells + 1 + grid.overlap[axis]) * grid.edge[axis]);
  }
  return result;
}

/// For a side of length L the shader rounds a coordinate, less that of an image, its product with
/// the steps per length, and these: each by less than 2^-23 L, of two points.
double roundingOf(const CellGrid& grid) {
  double longest = 0.0;
  for (int axis = 0; axis < grid.box.dimensions; ++axis) {
    longest = std::max(longest, grid.box.size[axis]);
  }
  return 0x1p-20 * longest;
}

}  // namespace

std::string coarsePositionPrologue(const CellGrid& grid) {
  // What is farther away than half a period seems to be nearer than it is. It must not seem to be
  // near: the period has room for the farthest, the radius and the margin, which is rounding +
  // kWrongSteps * period / kSteps.
  const double rounding = roundingOf(grid);
  const double period =
      (farthest(grid) + grid.radius + 2.0 * rounding) / (1.0 - 2.0 * kWrongSteps / kSteps);
  const double near = grid.radius + rounding + kWrongSteps * period / kSteps;
  // In words, of which 2^32 are a period.
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
