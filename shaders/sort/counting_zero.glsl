// Sets the counters of a counting sort to zero, before its first pass.
// Reads: nothing. Writes: b_counts, b_merges. One invocation: count i, and every kGroupSize * (number of groups)-th
// count after it.

uniform uint u_counts;

void main() {
  uint stride = gl_NumWorkGroups.x * kGroupSize;
  for (uint i = gl_GlobalInvocationID.x; i < u_counts; i += stride) b_counts[i] = 0u;
  if (gl_GlobalInvocationID.x == 0u) b_merges[0] = 0u;
}
