// Finds the near elements of a stretch, with one bit per element, for elements in the order of their cells. The body
// defines nearTogether, kNearTogether and kNearAlignment before it includes this file.

/// Returns a bit for each of the kNearTogether elements from `place` on, set if the element, moved by `image`, may be
/// near. `place` is a multiple of kNearAlignment; elements outside the stretch, or memory past the last element, may be
/// among them.
uint nearTogether(int place, vec3 image);

/// Returns the first place of a walk over a stretch. The walk goes in parts of 32 places.
int firstPart(ivec2 places) {
  return places.x & -kNearAlignment;
}

/// Returns a bit for each of the 32 places from `place` on, set if the place is in the stretch, is near and is not the
/// place of element i.
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
  // Clears the bits of places outside the stretch, and of the element itself.
  if (last < 31) near &= (2u << last) - 1u;
  if (place < places.x) near &= ~0u << (places.x - place);
  if (uint(i - place) < 32u) near &= ~(1u << (i - place));
  return near;
}
