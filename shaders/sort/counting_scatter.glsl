// Turns counts into starts, and moves every element to its bucket.
// Reads: u_mapping; b_counts, the exclusive prefix sums within parts of u_partLength counts; b_partSums, the exclusive
// prefix sums of the parts; b_ranks. Writes: b_elements, the elements bucket by bucket; u_start, the start of each
// bucket, then the number of elements. One invocation: the elements and the buckets with the numbers i, i + n, i + 2 n,
// ..., where n is kGroupSize * (number of groups).

#include "texel/id.glsl"

uniform sampler2D u_mapping;
uniform uint u_count;
uniform uint u_buckets;
uniform uint u_partLength;

uint startOf(uint bucket) {
  return b_counts[bucket] + b_partSums[bucket / u_partLength];
}

void main() {
  uint stride = gl_NumWorkGroups.x * kGroupSize;
  for (uint i = gl_GlobalInvocationID.x; i < max(u_count, u_buckets + 1u); i += stride) {
    if (i < u_count) b_elements[startOf(uint(fetchId(u_mapping, int(i)))) + b_ranks[i]] = i;
    if (i <= u_buckets) imageStore(u_start, texelOf(int(i)), uvec4(startOf(i)));
  }
}
