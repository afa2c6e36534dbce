// Kernels of kept lists.
#pragma once

#include "pairs/resident/kernels/lanes.h"
#include "pairs/resident/kernels/points.h"

namespace gpubuck::pairs::resident {

GPUBUCK_ON_GPU inline bool isStillPair(const Arguments& a, int i, const Hit& hit) {
  const int j = static_cast<int>(hit.other);
  const Vector d = vectorOf(a, gridOf(a, i), i, j, shiftOf(a, i, hit));
  return dot(d, d) <= limitOf(a, i, j).mostSquared;
}

/// Selects the kept pairs of a point that are pairs now.
GPUBUCK_ON_GPU inline void findKept(const Arguments& a, Long item) {
  const int i = static_cast<int>(item);
  const Long begin = hitsOf(a, i), end = begin + a.keptStarts[i + 1] - a.keptStarts[i];
  Long to = begin;
  for (Long k = begin; k < end; ++k) {
    if (isStillPair(a, i, a.keptHits[k])) a.hits[to++] = a.keptHits[k];
  }
  a.counts[i] = static_cast<Word>(to - begin);
  raise(&a.notes->longest, a.counts[i]);
}

/// Raises `to`, a member of Notes with the bits of a float, to the absolute value of `number` if
/// this is larger. NaN counts as the largest number.
GPUBUCK_ON_GPU inline void note(Word* to, double number) {
  raise(to, bitsOf(static_cast<float>(number)) & 0x7FFFFFFFU);
}

/// Notes how far a point has moved since its pairs were kept.
GPUBUCK_ON_GPU inline void moved(const Arguments& a, Long i) {
  const Vector now = vectorAt(a.points, a.isDouble, i),
               then = vectorAt(a.keptPoints, a.isDouble, i);
  const Vector by{a.perSkin * (now.x - then.x), a.perSkin * (now.y - then.y),
                  a.perSkin * (now.z - then.z)};
  note(&a.notes->moved, dot(by, by));
  note(&a.notes->farthest, a.perCutoff * sizeOf(now));
}

}  // namespace gpubuck::pairs::resident
