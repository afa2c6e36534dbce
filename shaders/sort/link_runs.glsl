// Links every run before the first scatter of a sort in turns. A run is a sequence of elements that follow each other
// in memory and share a bucket; one point represents the whole run. A run ends at every kLongestRun-th element, since
// its length must fit into a byte.
// Reads: u_mapping. Writes: o_next; in the last element of a run it is NULL and marked as unvisited, in other elements
// it is the next element and marked as visited. Also writes: o_run, RGB: the bucket; A: in the last element of a run
// the length of the run, in other elements 0. One invocation: one element.

#include "texel/id.glsl"

uniform sampler2D u_mapping;
uniform int u_elements;

bool shares(vec3 bucket, int i) {
  return texelFetch(u_mapping, texelOf(i), 0).rgb == bucket;
}

void run(int i) {
  vec3 bucket = texelFetch(u_mapping, texelOf(i), 0).rgb;
  if (i + 1 < u_elements && (i + 1) % kLongestRun != 0 && shares(bucket, i + 1)) {
    o_next = encodeId(i + 1, 1.0);
    o_run = vec4(bucket, 0.0);
    return;
  }
  int first = i;
  while (first % kLongestRun != 0 && shares(bucket, first - 1)) --first;
  o_next = encodeId(kNull, 0.0);
  o_run = vec4(bucket, float(i + 1 - first) / 255.0);
}
