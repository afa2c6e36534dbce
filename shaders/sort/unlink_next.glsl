// Removes moved elements from the lists, from the second element of each list on.
// Reads: u_next. Writes: o_next: NULL and unvisited for a moved element; for an element that stays, the next element of
// its list that stays. One invocation: one element.

#include "sort/unlink.glsl"

void run(int i) {
  vec4 next = texelFetch(u_next, texelOf(i), 0);
  o_next = next.a > 0.5 ? encodeId(firstThatStays(decodeId(next)), 1.0) : encodeId(kNull, 0.0);
}
