// Before the first pass of a counting sort: sets its counters to zero.
// Reads: nothing. Writes: b_counts, b_merges. One invocation: count i, then the items kGroupSize * (number of groups)
// further.

uniform uint u_counts;

void main() {
  uint stride = gl_NumWorkGroups.x * kGroupSize;
  for (uint i = gl_GlobalInvocationID.x; i < u_counts; i += stride) b_counts[i] = 0u;
  if (gl_GlobalInvocationID.x == 0u) b_merges[0] = 0u;
}
