// Removes moved elements from the heads of the lists.
// Reads: u_head, u_next. Writes: o_head. One invocation: one bucket.

#include "sort/unlink.glsl"

uniform sampler2D u_head;

void run(int i) {
  o_head = encodeId(firstThatStays(fetchId(u_head, i)), 1.0);
}
