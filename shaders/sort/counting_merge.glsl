// Merges the sorted runs of a bucket, 2^kWaysLog2 runs into one run. Does nothing if all buckets are already in order.
// Reads: u_mapping, u_start, b_elements, b_merges. Writes: b_sorted, or u_order in the last merge. One invocation: the
// places i, i + n, i + 2 n, ..., where n is kGroupSize * (number of groups).

#include "sort/counting_bucket.glsl"

uniform uint u_count;
uniform uint u_merge;      // the number of this merge, from 0
uniform uint u_runLength;  // length of the runs that this pass merges

// Returns the number of elements of a run that are smaller than `element`, by bisection.
uint smallerIn(Range run, uint element) {
  uint low = run.begin;
  uint high = run.end;
  while (low < high) {
    uint middle = (low + high) / 2u;
    if (b_elements[middle] < element) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low - run.begin;
}

void main() {
  if (u_merge >= b_merges[0]) return;
  bool isLastPass = u_merge + 1u == b_merges[0];
  uint stride = gl_NumWorkGroups.x * kGroupSize;
  for (uint i = gl_GlobalInvocationID.x; i < u_count; i += stride) {
    uint element = b_elements[i];
    Range bucket = bucketOf(element);
    Range merged = runAround(i, bucket, u_runLength << kWaysLog2);
    uint own = runAround(i, bucket, u_runLength).begin;
    uint place = merged.begin + i - own;
    for (uint begin = merged.begin; begin < merged.end; begin += u_runLength) {
      if (begin != own) place += smallerIn(Range(begin, min(begin + u_runLength, merged.end)), element);
    }
    put(element, place, isLastPass);
  }
}
