// Points, lattices, and the vectors and limits of pairs.
#pragma once

#include "pairs/resident/kernels/arguments.h"

namespace gpubuck::pairs::resident {

GPUBUCK_ON_GPU inline Vector vectorAt(const void* points, bool isDouble, Long number) {
  if (isDouble) {
    const double* const p = static_cast<const double*>(points) + 3 * number;
    return {p[0], p[1], p[2]};
  }
  const float* const p = static_cast<const float*>(points) + 3 * number;
  return {p[0], p[1], p[2]};
}

GPUBUCK_ON_GPU inline Vector pointAt(const Arguments& a, int number) {
  const bool isOther = number >= a.pointCount;
  return vectorAt(isOther ? a.others : a.points, a.isDouble,
                  isOther ? number - a.pointCount : number);
}

GPUBUCK_ON_GPU inline double dot(const Vector& a, const Vector& b) {
  return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

GPUBUCK_ON_GPU inline Vector minus(const Vector& a, double times, const Vector& b) {
  return {a.x - times * b.x, a.y - times * b.y, a.z - times * b.z};
}

GPUBUCK_ON_GPU inline double sizeOf(const Vector& v) { return fabs(v.x) + fabs(v.y) + fabs(v.z); }

GPUBUCK_ON_GPU inline const Grid& gridOf(const Arguments& a, int number) {
  return a.grids[a.systems[a.system[number]].grid];
}

/// Converts multiples of the shortest vectors to multiples of the sides.
GPUBUCK_ON_GPU inline Whole inSides(const Grid& grid, const Whole& turns) {
  const double x = turns.x, y = turns.y, z = turns.z;
  const Vector* const in = grid.sidesIn;
  return {static_cast<int>(x * in[0].x + y * in[1].x + z * in[2].x),
          static_cast<int>(x * in[0].y + y * in[1].y + z * in[2].y),
          static_cast<int>(x * in[0].z + y * in[1].z + z * in[2].z)};
}

/// Returns the shift of point j's image. `image` counts the shortest vectors from the wrapped point
/// j to its image near the wrapped point i.
GPUBUCK_ON_GPU inline Whole shiftOf(const Arguments& a, const Grid& grid, int i, int j,
                                    const Whole& image) {
  const Whole own = a.turns[i], other = a.turns[j];
  return inSides(grid,
                 {image.x - other.x + own.x, image.y - other.y + own.y, image.z - other.z + own.z});
}

GPUBUCK_ON_GPU inline Word packed(const Whole& image) {
  return static_cast<Word>(image.x + 512) | static_cast<Word>(image.y + 512) << 10 |
         static_cast<Word>(image.z + 512) << 20;
}

constexpr Word kOwnImage = 512U | 512U << 10 | 512U << 20;

GPUBUCK_ON_GPU inline Whole unpacked(Word image) {
  return {static_cast<int>(image & 1023) - 512, static_cast<int>(image >> 10 & 1023) - 512,
          static_cast<int>(image >> 20) - 512};
}

GPUBUCK_ON_GPU inline Whole shiftOf(const Arguments& a, int i, const Hit& hit) {
  return shiftOf(a, gridOf(a, i), i, static_cast<int>(hit.other), unpacked(hit.image));
}

/// Returns D of a pair (PairRule::vector).
GPUBUCK_ON_GPU inline Vector vectorOf(const Arguments& a, const Grid& grid, int i, int j,
                                      const Whole& shift) {
  const Vector from = pointAt(a, i), to = pointAt(a, j);
  const Vector apart{to.x - from.x, to.y - from.y, to.z - from.z};
  if (shift.x == 0 && shift.y == 0 && shift.z == 0) return apart;
  const double x = shift.x, y = shift.y, z = shift.z;
  const Vector* const side = grid.sides;
  return {apart.x + ((x * side[0].x + y * side[1].x) + z * side[2].x),
          apart.y + ((x * side[0].y + y * side[1].y) + z * side[2].y),
          apart.z + ((x * side[0].z + y * side[1].z) + z * side[2].z)};
}

/// The cut-off of two points in units of the largest cut-off, and the largest squared distance of a
/// pair of such points.
struct Limit {
  double length;
  double mostSquared;
};

GPUBUCK_ON_GPU inline Limit limitOf(const Arguments& a, int i, int j) {
  if (a.limits == nullptr) return {1.0, a.mostSquared};
  const Long k = 2 * (static_cast<Long>(a.types[i]) * a.typeCount + a.types[j]);
  return {a.limits[k], a.limits[k + 1]};
}
/// Returns the place among the hits at which the row of a point begins.
GPUBUCK_ON_GPU inline Long hitsOf(const Arguments& a, int i) {
  return a.hitStarts != nullptr ? a.hitStarts[i] : i * a.stride;
}

}  // namespace gpubuck::pairs::resident
