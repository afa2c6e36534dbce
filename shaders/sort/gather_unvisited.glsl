// Gathers the unvisited elements in order of their numbers.
// Reads: the inputs of sort/histo_pyramid.glsl; u_buckets, RGB: the bucket of an element, and with RUNS A: as in
// sort/link_runs.glsl; u_head. Writes: o_element; o_run, RGB: the bucket of the element, A: the number of elements that
// the element's point represents; o_next, the head of its bucket, with the flag of an unvisited element (line 17 of the
// paper's listing 1). One invocation: one unvisited element.

#include "sort/histo_pyramid.glsl"
#include "sort/runs.glsl"

uniform sampler2D u_buckets;
uniform sampler2D u_head;

void run(int k) {
  int element = unvisitedElement(k);
  vec4 bucket = texelFetch(u_buckets, texelOf(element), 0);
#ifndef RUNS
  bucket.a = 1.0 / 255.0;
#endif
  o_element = encodeId(element, 1.0);
  o_run = bucket;
  o_next = encodeId(fetchId(u_head, decodeId(bucket)), 0.0);
}
