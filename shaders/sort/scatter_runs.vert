// Step (i) of the paper's listing 1 for runs (sort/link_runs.glsl): puts the first element of every run into its
// bucket's head. With GATHERED, it does so only for gathered elements that are unvisited.
// Reads: attribute 0, the texture of runs copied to a vertex buffer; with GATHERED u_runs, u_element and u_next
// instead.
// Writes: the first element's id to the texel of the bucket. One invocation: one element or, with GATHERED, one
// gathered element (gl_VertexID). The point is moved outside the clip volume if no run ends at the element, or if the
// element is visited.

#include "sort/runs.glsl"
#include "texel/point.glsl"

#ifdef GATHERED
uniform sampler2D u_element;
uniform sampler2D u_runs;
uniform sampler2D u_next;
#else
layout(location = 0) in uvec4 a_run;
#endif

void main() {
  drawNoPoint();
#ifdef GATHERED
  if (texelFetch(u_next, texelOf(gl_VertexID), 0).a > 0.5) return;
  int last = fetchId(u_element, gl_VertexID);
  vec4 ends = texelFetch(u_runs, texelOf(gl_VertexID), 0);
  int elements = runLength(ends);
  int bucket = decodeId(ends);
#else
  int last = gl_VertexID;
  int elements = int(a_run.a);
  int bucket = int(a_run.r | (a_run.g << 8u) | (a_run.b << 16u));
#endif
  if (elements == 0) return;
  drawPointOn(bucket, encodeId(last + 1 - elements, 1.0));
}
