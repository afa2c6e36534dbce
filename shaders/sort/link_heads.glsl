// The head of every list out of ranges.
// Reads: u_start, where the range of a bucket begins in u_order. Writes: o_head, the first element of the range,
// or NULL where it is empty. One invocation: one bucket.

#include "texel/id.glsl"

uniform sampler2D u_start;
uniform sampler2D u_order;

void run(int bucket) {
  int first = fetchId(u_start, bucket);
  bool empty = first == fetchId(u_start, bucket + 1);
  o_head = encodeId(empty ? kNull : fetchId(u_order, first), 1.0);
}
