// First pass of a counting sort: counts the elements of each bucket, and numbers the elements within their bucket.
// Reads: u_mapping. Writes: b_counts, by atomics; b_ranks, the number of elements of the bucket counted before the
// element, in no defined order; b_merges, the number of merges that the longest bucket's runs need. One invocation: the
// elements i, i + n, i + 2 n, ..., where n is kGroupSize * (number of groups).

#include "texel/id.glsl"

uniform sampler2D u_mapping;
uniform uint u_count;

void main() {
  uint stride = gl_NumWorkGroups.x * kGroupSize;
  for (uint i = gl_GlobalInvocationID.x; i < u_count; i += stride) {
    uint rank = atomicAdd(b_counts[fetchId(u_mapping, int(i))], 1u);
    b_ranks[i] = rank;
    // Exactly one element of a bucket of more than 2^k elements has the rank 2^k.
    if (rank >= kRun && (rank & (rank - 1u)) == 0u) {
      atomicMax(b_merges[0], uint(findMSB(rank / kRun)) / kWaysLog2 + 1u);
    }
  }
}
