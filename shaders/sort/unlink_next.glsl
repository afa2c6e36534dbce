// Removes moved elements from the lists behind their heads.
// Reads: u_next, u_moved. Writes: o_next: a moved element is unvisited and points nowhere; one that stays points
// at the next one that stays. One invocation: one element.

#include "sort/unlink.glsl"

void run(int i) {
  if (moved(i)) {
    o_next = encodeId(kNull, 0.0);
    return;
  }
  o_next = encodeId(firstThatStays(fetchId(u_next, i)), 1.0);
}
