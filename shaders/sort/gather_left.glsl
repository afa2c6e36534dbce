// Gathers the unvisited elements, by rising number.
// Reads: what sort/left_counts.glsl does; u_buckets, RGB the bucket of an element and, with RUNS, A as in
// sort/link_runs.glsl; u_head. Writes: o_element; o_run, RGB its bucket and A how many elements its
// point stands for; o_next, the head of its bucket, unvisited: the paper's listing 1, line 17.
// One invocation: one element that is left.

#include "sort/left_counts.glsl"
#include "sort/runs.glsl"

uniform sampler2D u_buckets;
uniform sampler2D u_head;

void run(int k) {
  int element = elementLeft(k);
  vec4 bucket = texelFetch(u_buckets, texelOf(element), 0);
#ifndef RUNS
  bucket.a = 1.0 / 255.0;
#endif
  o_element = encodeId(element, 1.0);
  o_run = bucket;
  o_next = encodeId(fetchId(u_head, decodeId(bucket)), 0.0);
}
