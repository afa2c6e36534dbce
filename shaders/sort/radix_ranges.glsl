// Ranges from sorted keys. Reads b_keys (the buckets, sorted) and b_order; writes the images u_order (element of each
// place) and u_start (where each bucket begins, found by bisection; one more behind the last). One invocation: place i
// and bucket i, then those kGroupSize * (number of groups) further.

#include "texel/layout.glsl"

uniform uint u_count;
uniform uint u_buckets;

// The first place whose bucket is not below `bucket`.
uint firstPlace(uint bucket) {
  uint low = 0u;
  uint high = u_count;
  while (low < high) {
    uint middle = (low + high) / 2u;
    if (b_keys[middle] < bucket) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

void main() {
  uint stride = gl_NumWorkGroups.x * kGroupSize;
  for (uint i = gl_GlobalInvocationID.x; i < max(u_count, u_buckets + 1u); i += stride) {
    if (i < u_count) imageStore(u_order, texelOf(int(i)), uvec4(b_order[i]));
    if (i <= u_buckets) imageStore(u_start, texelOf(int(i)), uvec4(firstPlace(i)));
  }
}
