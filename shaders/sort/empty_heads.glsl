// Empties the lists of all buckets before elements are inserted.
// Reads: nothing. Writes: o_head; it is NULL and marked as visited. One invocation: one bucket.

#include "texel/id.glsl"

void run(int bucket) {
  o_head = encodeId(kNull, 1.0);
}
