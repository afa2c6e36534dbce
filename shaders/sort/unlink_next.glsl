// Removes moved elements from the lists, from the second element of each list on.
// Reads: u_next. Writes: o_next; for a moved element it is NULL and marked as unvisited, for an element that stays it
// is the next element of its list that stays, too. One invocation: one element.

#include "sort/unlink.glsl"

void run(int i) {
  vec4 next = texelFetch(u_next, texelOf(i), 0);
  o_next = next.a > 0.5 ? encodeId(firstThatStays(decodeId(next)), 1.0) : encodeId(kNull, 0.0);
}
