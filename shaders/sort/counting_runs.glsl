// Puts the elements of every run of kRun places of a bucket into ascending order. The place of an element in its run is
// the number of smaller elements in the run. Reads: u_mapping, u_start, b_elements, b_merges. Writes: b_sorted, or
// u_order if no bucket has two runs. One invocation: the places i, i + n, i + 2 n, ..., where n is kGroupSize * (number
// of groups).

#include "sort/counting_bucket.glsl"

uniform uint u_count;

void main() {
  bool isLastPass = b_merges[0] == 0u;
  uint stride = gl_NumWorkGroups.x * kGroupSize;
  for (uint i = gl_GlobalInvocationID.x; i < u_count; i += stride) {
    uint element = b_elements[i];
    Range run = runAround(i, bucketOf(element), kRun);
    uint place = run.begin;
    for (uint k = run.begin; k < run.end; ++k) place += uint(b_elements[k] < element);
    put(element, place, isLastPass);
  }
}
