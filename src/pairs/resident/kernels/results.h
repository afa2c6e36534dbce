// Kernels that write the results of hits.
#pragma once

#include "pairs/resident/kernels/lanes.h"
#include "pairs/resident/kernels/points.h"

namespace gpubuck::pairs::resident {

GPUBUCK_ON_GPU inline void writeNumber(void* to, bool isWide, Long at, int number) {
  if (isWide) {
    static_cast<Long*>(to)[at] = number;
  } else {
    static_cast<int*>(to)[at] = number;
  }
}

GPUBUCK_ON_GPU inline void writeLength(void* to, bool isDouble, Long at, double length) {
  if (isDouble) {
    static_cast<double*>(to)[at] = length;
  } else {
    static_cast<float*>(to)[at] = static_cast<float>(length);
  }
}

GPUBUCK_ON_GPU inline void writeShift(const Arguments& a, Long at, const Whole& shift) {
  a.shifts[3 * at] = shift.x;
  a.shifts[3 * at + 1] = shift.y;
  a.shifts[3 * at + 2] = shift.z;
}

GPUBUCK_ON_GPU inline void writePair(const Arguments& a, Long at, int i, const Hit& hit) {
  const int j = static_cast<int>(hit.other);
  if (a.first != nullptr) writeNumber(a.first, a.isWide, at, i);
  writeNumber(a.second, a.isWide, at, j - a.firstOther);
  if (a.shifts == nullptr && a.distances == nullptr && a.vectors == nullptr) return;
  const Whole shift = shiftOf(a, i, hit);
  if (a.shifts != nullptr) writeShift(a, at, shift);
  if (a.distances == nullptr && a.vectors == nullptr) return;
  const Vector d = vectorOf(a, gridOf(a, i), i, j, shift);
  if (a.distances != nullptr) writeLength(a.distances, a.isDouble, at, sqrt(dot(d, d)));
  if (a.vectors == nullptr) return;
  writeLength(a.vectors, a.isDouble, 3 * at, d.x);
  writeLength(a.vectors, a.isDouble, 3 * at + 1, d.y);
  writeLength(a.vectors, a.isDouble, 3 * at + 2, d.z);
}

/// Number of items that together write the row of a point. They write neighbouring places at the
/// same time.
constexpr int kWriters = 8;

/// Returns whether a hit comes before another in a row with PairOrder::ByBoth.
GPUBUCK_ON_GPU inline bool isBefore(const Arguments& a, int i, const Hit& hit, const Hit& other) {
  if (hit.other != other.other) return hit.other < other.other;
  if (hit.image == other.image) return false;
  const Whole s = shiftOf(a, i, hit), t = shiftOf(a, i, other);
  if (s.x != t.x) return s.x < t.x;
  return s.y != t.y ? s.y < t.y : s.z < t.z;
}

/// Writes the row of a point, which has `count` hits, to the columns from row `to` on. Each of the
/// kWriters items of the point writes its share of the hits.
GPUBUCK_ON_GPU inline void writeRow(const Arguments& a, int i, int writer, Long count, Long to) {
  const Hit* const hits = a.hits + hitsOf(a, i);
  for (Long k = writer; k < count; k += kWriters) {
    const Hit hit = hits[k];
    Long before = k;
    if (a.isSorted) {
      before = 0;
      for (Long m = 0; m < count; ++m) before += isBefore(a, i, hits[m], hit);
    }
    writePair(a, to + before, i, hit);
  }
}

GPUBUCK_ON_GPU inline void columns(const Arguments& a, Long item) {
  const int i = static_cast<int>(item / kWriters);
  const Long begin = a.starts[i], end = a.starts[i + 1] < a.room ? a.starts[i + 1] : a.room;
  writeRow(a, i, static_cast<int>(item % kWriters), end - begin, begin);
}

GPUBUCK_ON_GPU inline void offsets(const Arguments& a, Long i) { a.offsets[i] = a.starts[i]; }

GPUBUCK_ON_GPU inline void lengths(const Arguments& a, Long i) {
  a.lengths[i] = static_cast<int>(a.counts[i]);
}

/// Writes an item's share of a point's row of the matrix.
GPUBUCK_ON_GPU inline void matrix(const Arguments& a, Long item) {
  const int i = static_cast<int>(item / kWriters), writer = static_cast<int>(item % kWriters);
  const Long count = a.counts[i], first = i * a.most;
  writeRow(a, i, writer, count, first);
  for (Long k = count + writer; k < a.most; k += kWriters) {
    writeNumber(a.second, false, first + k, a.fill);
    writeShift(a, first + k, {0, 0, 0});
  }
}

/// Writes the number of pairs or, if a point is too far away, the complement of the point's number.
GPUBUCK_ON_GPU inline void summary(const Arguments& a, Long) {
  *a.found = a.notes->far == 0 ? a.starts[a.pointCount] : ~static_cast<Long>(~a.notes->far);
}

/// Fills a row of the columns if it has no pair.
GPUBUCK_ON_GPU inline void pad(const Arguments& a, Long row) {
  if (row < a.starts[a.pointCount]) return;
  writeNumber(a.first, a.isWide, row, a.pointCount);
  writeNumber(a.second, a.isWide, row, a.fill);
  if (a.shifts != nullptr) writeShift(a, row, {0, 0, 0});
  if (a.distances != nullptr) writeLength(a.distances, a.isDouble, row, 0.0);
  if (a.vectors == nullptr) return;
  for (int k = 0; k < 3; ++k) writeLength(a.vectors, a.isDouble, 3 * row + k, 0.0);
}

}  // namespace gpubuck::pairs::resident
