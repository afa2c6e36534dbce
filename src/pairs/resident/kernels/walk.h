// The kernel that finds the pairs of points in the cells around them.
#pragma once

#include "pairs/resident/kernels/lanes.h"
#include "pairs/resident/kernels/points.h"

namespace gpubuck::pairs::resident {

/// Returns whether the pair of a point and its own image is in the half list (isInHalfList).
GPUBUCK_ON_GPU inline bool isUpper(const Whole& shift) {
  const int sum = shift.x + shift.y + shift.z;
  if (sum != 0) return sum > 0;
  return shift.z != 0 ? shift.z > 0 : shift.y > 0;
}

/// Returns whether point i and an image of point j are a pair by their distance in double
/// precision.
GPUBUCK_ON_GPU inline bool isExactPair(const Arguments& a, const Grid& grid, int i, int j,
                                       Word image) {
  const Vector d = vectorOf(a, grid, i, j, shiftOf(a, grid, i, j, unpacked(image)));
  return dot(d, d) <= limitOf(a, i, j).mostSquared;
}

/// Returns whether point i and this image of point j are a pair. `squared` is the square of their
/// rounded distance. The error of this distance is at most `error`.
GPUBUCK_ON_GPU inline bool isPair(const Arguments& a, const Grid& grid, int i, int j, float squared,
                                  float error, Word image) {
  if (squared > (1.0F + error) * (1.0F + error) || j < a.firstOther) return false;
  if (a.firstOther == 0) {
    if (a.isHalf && j < i) return false;
    if (j == i && (image == kOwnImage || (a.isHalf && !isUpper(inSides(grid, unpacked(image))))))
      return false;
  }
  float length = 1.0F;
  if (a.limits != nullptr) {
    const Limit limit = limitOf(a, i, j);
    if (limit.mostSquared < 0.0) return false;
    length = static_cast<float>(limit.length);
    if (squared > (length + error) * (length + error)) return false;
  }
  const float sure = fmaxf(length - error, 0.0F);
  return squared < sure * sure || isExactPair(a, grid, i, j, image);
}

/// Returns a / n, rounded down to a whole number.
GPUBUCK_ON_GPU inline int turnOf(int a, int n) { return a >= 0 ? a / n : -((n - 1 - a) / n); }

/// Consecutive elements of `near`, and the image of a point to which they may be near. The image is
/// at x, y, z. All lengths are in units of the cut-off.
struct Stretch {
  int first;
  int length;
  float x, y, z;
  float error;  ///< upper limit of the error of a distance from x, y, z
  Word image;
};

/// The stretches around a point. For each row of cells there is a stretch per image of the system.
struct Neighbourhood {
  int homeX, homeY, homeZ;
  int firstImage, images;
  int width;
  int stretches;
};

GPUBUCK_ON_GPU inline Neighbourhood neighbourhoodOf(const Grid& grid, int cell) {
  Neighbourhood n;
  n.homeX = cell % grid.counts[0];
  n.homeY = cell / grid.counts[0] % grid.counts[1];
  n.homeZ = cell / (grid.counts[0] * grid.counts[1]);
  n.firstImage = turnOf(n.homeX - grid.reach[0], grid.counts[0]);
  n.images = turnOf(n.homeX + grid.reach[0], grid.counts[0]) - n.firstImage + 1;
  n.width = 2 * grid.reach[1] + 1;
  n.stretches = n.images * n.width * (2 * grid.reach[2] + 1);
  return n;
}

/// Returns stretch `number` of a neighbourhood. The error of the point's image is at most 2^-24
/// times the sum of four times the point's coordinates and five times the subtracted shortest
/// vectors. The error of a point within the cut-off, and the error of a difference, are each at
/// most 2^-24 times the sum of the point's coordinates, the subtracted vectors and a cut-off.
/// Together, these errors are less than 5e-7 times this sum. The summand 2e-6 covers the errors of
/// the two wrapped points, 2e-7 each (resident_search.cpp). All errors are in cut-offs, and all
/// sums are of absolute values.
GPUBUCK_ON_GPU inline Stretch stretchOf(const Arguments& a, const Grid& grid,
                                        const Neighbourhood& n, int firstCell, const Near& own,
                                        int number) {
  const int row = number / n.images;
  const int z = n.homeZ - grid.reach[2] + row / n.width,
            y = n.homeY - grid.reach[1] + row % n.width;
  const int turns[3] = {n.firstImage + number % n.images, turnOf(y, grid.counts[1]),
                        turnOf(z, grid.counts[2])};
  const int before = turns[0] * grid.counts[0];
  const int low = n.homeX - grid.reach[0] - before, high = n.homeX + grid.reach[0] - before;
  const int cells = firstCell + ((z - turns[2] * grid.counts[2]) * grid.counts[1] + y -
                                 turns[1] * grid.counts[1]) *
                                    grid.counts[0];
  const int first = static_cast<int>(a.cellStart[cells + (low > 0 ? low : 0)]);
  const int end =
      static_cast<int>(a.cellStart[cells + (high < grid.counts[0] ? high + 1 : grid.counts[0])]);
  Stretch stretch{first, end - first, own.x,
                  own.y, own.z,       fabsf(own.x) + fabsf(own.y) + fabsf(own.z) + 1.0F,
                  0};
  int image[3];
  GPUBUCK_UNROLL
  for (int k = 0; k < 3; ++k) {
    image[k] = turns[k] * grid.isPeriodic[k];
    const float times = static_cast<float>(image[k]);
    stretch.x -= times * grid.nearShortest[k][0];
    stretch.y -= times * grid.nearShortest[k][1];
    stretch.z -= times * grid.nearShortest[k][2];
    stretch.error += fabsf(times) * grid.nearMagnitude[k];
  }
  stretch.error = 5e-7F * stretch.error + 2e-6F;
  stretch.image = packed({image[0], image[1], image[2]});
  return stretch;
}

/// Calls take(isPair, j, image) for the candidates of the point `own`. The lanes of a group work at
/// the same time, each on another candidate. First each lane finds one stretch, then the lanes
/// share the places of all these stretches. Single precision decides, unless a distance is so near
/// to the cut-off that rounding could change the result.
template <typename Take>
GPUBUCK_ON_GPU inline void walk(const Arguments& a, const Near& own, int lane, Take& take) {
  const int i = static_cast<int>(own.number);
  const System system = a.systems[a.system[i]];
  const Grid& grid = a.grids[system.grid];
  const Neighbourhood n = neighbourhoodOf(grid, a.cell[i] - system.firstCell);
  for (int base = 0; base < n.stretches; base += kGroup) {
    Stretch stretch{};
    if (base + lane < n.stretches)
      stretch = stretchOf(a, grid, n, system.firstCell, own, base + lane);
    const int end = sumUpTo(stretch.length, lane);
    const int offset = stretch.first - (end - stretch.length);
    const int total = ofLane(end, kGroup - 1);
    for (int t = lane; t - lane < total; t += kGroup) {
      int from = 0;  // the first lane whose stretch ends after place t
      GPUBUCK_UNROLL
      for (int step = kGroup / 2; step > 0; step /= 2) {
        if (ofLane(end, from + step - 1) <= t) from += step;
      }
      const float x = ofLane(stretch.x, from), y = ofLane(stretch.y, from),
                  z = ofLane(stretch.z, from);
      const float error = ofLane(stretch.error, from);
      const Word image = ofLane(stretch.image, from);
      const int at = t + ofLane(offset, from);
      bool isHit = false;
      int j = 0;
      if (t < total) {
        const Near near = a.near[at];
        const float dx = near.x - x, dy = near.y - y, dz = near.z - z;
        j = static_cast<int>(near.number);
        isHit = isPair(a, grid, i, j, dx * dx + dy * dy + dz * dz, error, image);
      }
      take(isHit, j, image);
    }
  }
}

/// Counts pairs, and stores them as long as there is room.
struct Storing {
  Hit* hits;
  Long room;
  int lane;
  Word count;
  GPUBUCK_ON_GPU void operator()(bool isPair, int j, Word image) {
    const Word pairs = votes(isPair);
    const Word to = count + bitsIn(pairs & ((Word{1} << lane) - 1));
    count += bitsIn(pairs);
    if (isPair && to < room) hits[to] = {static_cast<Word>(j), image};
  }
};

/// Counts the pairs of a point, and stores them as long as there is room. A group of items works on
/// each place in the order of cells. In a search between two sets, the points of the second set
/// (Arguments::others) have no rows, so that their groups return at once.
GPUBUCK_ON_GPU inline void findPairs(const Arguments& a, Long item) {
  const Near own = a.near[item / kGroup];
  const int i = static_cast<int>(own.number);
  if (i >= a.pointCount) return;
  const Long begin = hitsOf(a, i);
  Long room = a.stride;
  if (a.hitStarts != nullptr)
    room = (a.hitStarts[i + 1] < a.room ? a.hitStarts[i + 1] : a.room) - begin;
  Storing storing{a.hits + begin, room, static_cast<int>(item % kGroup), 0};
  walk(a, own, storing.lane, storing);
  if (storing.lane != 0) return;
  a.counts[i] = storing.count;
  raise(&a.notes->longest, storing.count);
}

}  // namespace gpubuck::pairs::resident
