// The shift of a pair from the image in which it was found. Functions.
// Reads: b_turns, the shortest vectors taken away from each point; and what pairs/resident/lattice.glsl reads.

#include "pairs/resident/lattice.glsl"

ivec3 turnsOf(int number) {
  return ivec3(b_turns[3 * number], b_turns[3 * number + 1], b_turns[3 * number + 2]);
}

/// `image`: the shortest vectors from the wrapped point j to its image near the wrapped point i.
ivec3 shiftOf(int system, int i, int j, ivec3 image) {
  return inSides(system, image - turnsOf(j) + turnsOf(i));
}
