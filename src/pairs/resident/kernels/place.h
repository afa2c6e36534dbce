// Kernels that put points into the order of their cells.
#pragma once

#include "pairs/resident/kernels/lanes.h"
#include "pairs/resident/kernels/points.h"

namespace gpubuck::pairs::resident {

GPUBUCK_ON_GPU inline int systemOf(const Arguments& a, int number) {
  int low = 0, high = a.systemCount;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (a.systems[middle].firstPoint <= number ? low : high) = middle;
  }
  return low;
}

/// Wraps a point into its system, and counts it in its cell. Notes the point in Notes::far if it is
/// too far from the origin or from the cell of its system, or if a coordinate is not a number.
GPUBUCK_ON_GPU inline void place(const Arguments& a, Long item) {
  constexpr double kMostTurns = 536870912.0;
  const int i = static_cast<int>(item);
  const int system = systemOf(a, i);
  const Grid& grid = a.grids[a.systems[system].grid];
  const Vector point = pointAt(a, i);
  Vector wrapped = point;
  int turns[3] = {0, 0, 0}, cell[3] = {0, 0, 0};
  double size = sizeOf(point);
  bool isNear = size <= a.farthest;
  for (int k = 0; k < 3 && isNear; ++k) {
    const double fraction = dot(point, grid.reciprocal[k]);
    const double whole = floor(fraction);
    if (grid.isPeriodic[k] != 0) {
      isNear = fabs(whole) <= kMostTurns;
      if (!isNear) break;
      turns[k] = static_cast<int>(whole);
      wrapped = minus(wrapped, whole, grid.shortest[k]);
      size += fabs(whole) * grid.magnitude[k];
    }
    const int at = static_cast<int>((fraction - whole) * grid.counts[k]);
    cell[k] = at < 0 ? 0 : at >= grid.counts[k] ? grid.counts[k] - 1 : at;
  }
  if (!isNear || !(size <= a.farthest)) raise(&a.notes->far, ~static_cast<Word>(i));
  a.wrapped[i] = wrapped;
  a.turns[i] = {turns[0], turns[1], turns[2]};
  a.system[i] = system;
  const int in =
      a.systems[system].firstCell + (cell[2] * grid.counts[1] + cell[1]) * grid.counts[0] + cell[0];
  a.cell[i] = in;
  a.rank[i] = addOne(&a.crowd[in]);
}

/// Puts a point among the points of its cell.
GPUBUCK_ON_GPU inline void order(const Arguments& a, Long i) {
  a.ordered[a.cellStart[a.cell[i]] + a.rank[i]] = static_cast<int>(i);
}

/// Moves the point at a place in the order of cells. Its new place is within the same cell, in the
/// order of the points' numbers. The order thus does not depend on which item was the first to
/// count its point.
GPUBUCK_ON_GPU inline void gather(const Arguments& a, Long at) {
  const int number = a.ordered[at];
  const Long begin = a.cellStart[a.cell[number]], end = a.cellStart[a.cell[number] + 1];
  Long to = begin;
  for (Long k = begin; k < end; ++k) to += a.ordered[k] < number;
  const Vector w = a.wrapped[number];
  a.near[to] = {static_cast<float>(a.perCutoff * w.x), static_cast<float>(a.perCutoff * w.y),
                static_cast<float>(a.perCutoff * w.z), static_cast<Word>(number)};
}

}  // namespace gpubuck::pairs::resident
