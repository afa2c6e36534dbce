// Finds by bisection the first of the sorted pairs whose cell is i or above.
// Reads: pairs. Writes: o_start, the place of this pair as an id, or the number of elements if there is no such pair.
// One invocation: one cell, or the end of the last cell.

#include "sort/bitonic_pairs.glsl"
#include "texel/id.glsl"

uniform usampler2D u_pairs;
uniform int u_elements;

void run(int i) {
  int first = 0;
  int end = u_elements;
  while (first < end) {
    int middle = (first + end) >> 1;
    if (fetchPair(u_pairs, middle).x < uint(i)) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  o_start = encodeId(first, 1.0);
}
