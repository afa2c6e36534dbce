// Inserts every element at the front of its bucket's list in one atomic exchange. Compute only.
// Reads: u_mapping. Reads and writes: u_head, the head texture read as one uint per texel (R is the low byte).
// Writes: o_next. One invocation: one element.

#include "texel/id.glsl"

uniform sampler2D u_mapping;

void run(int i) {
  uint previous = imageAtomicExchange(u_head, texelOf(fetchId(u_mapping, i)), uint(i) | 0xFF000000u);
  o_next = encodeId(int(previous & 0xFFFFFFu), 1.0);
}
