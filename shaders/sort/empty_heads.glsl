// Empties the lists of all buckets before elements are inserted.
// Reads: nothing. Writes: o_head, NULL and visited. One invocation: one bucket.

#include "texel/id.glsl"

void run(int bucket) {
  o_head = encodeId(kNull, 1.0);
}
