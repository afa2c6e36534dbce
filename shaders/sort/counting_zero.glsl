// Sets the counters of a counting sort to zero, before its first pass.
// Reads: nothing. Writes: b_counts, b_merges. One invocation: the counts i, i + n, i + 2 n, ..., where n is kGroupSize
// * (number of groups).

uniform uint u_counts;

void main() {
  uint stride = gl_NumWorkGroups.x * kGroupSize;
  for (uint i = gl_GlobalInvocationID.x; i < u_counts; i += stride) b_counts[i] = 0u;
  if (gl_GlobalInvocationID.x == 0u) b_merges[0] = 0u;
}
