// Which elements of a stretch are near, as bits, for elements that lie in the order of cells. The body defines
// nearTogether, kNearTogether and kNearAlignment before this.

/// A bit for each of the kNearTogether elements from `place` on that is to be visited at `image`. `place` is a multiple of
/// kNearAlignment; before and behind those of the stretch there may be others, or what lies in memory behind the last.
uint nearTogether(int place, vec3 image);

/// Where the walk over a stretch in parts of 32 places begins.
int firstPart(ivec2 places) {
  return places.x & -kNearAlignment;
}

/// A bit for each of the 32 places from `place` on that is in the stretch, is not element i and is near.
uint nearBits(int i, ivec2 places, int place, vec3 image) {
  int last = min(places.y - place, 32) - 1;
  uint near = 0u;
#ifdef SOFTWARE
  int k = 0;
  do {
    near |= nearTogether(place + k, image) << k;
    k += kNearTogether;
  } while (k <= last);
#else
  for (int k = 0; k <= last; k += kNearTogether) near |= nearTogether(place + k, image) << k;
#endif
  // What lies behind the stretch or before it, and the element itself.
  if (last < 31) near &= (2u << last) - 1u;
  if (place < places.x) near &= ~0u << (places.x - place);
  if (uint(i - place) < 32u) near &= ~(1u << (i - place));
  return near;
}
