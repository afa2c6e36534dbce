// Step (i) of the paper's listing 1 for runs (sort/link_runs.glsl): puts the first element of every run into its
// bucket's head. Of gathered elements (LEFT) only those that are unvisited.
// Reads: u_runs or, with BUCKET_ATTRIBUTE, attribute 0, its copy in a vertex buffer; with LEFT u_element and u_next.
// Writes: the first element's id to the texel of the bucket. One invocation: one element, gl_VertexID, or gathered element.
// Where no run ends, or it is placed, the point is moved outside the clip volume.

#include "sort/runs.glsl"
#include "texel/point.glsl"

#ifdef LEFT
uniform sampler2D u_element;
uniform sampler2D u_next;
#endif
#ifdef BUCKET_ATTRIBUTE
layout(location = 0) in uvec4 a_bucket;
#else
uniform sampler2D u_runs;
#endif

flat out vec4 v_id;

void main() {
  v_id = vec4(0.0);
  drawNoPoint();
#ifdef LEFT
  if (texelFetch(u_next, texelOf(gl_VertexID), 0).a > 0.5) return;
  int last = fetchId(u_element, gl_VertexID);
#else
  int last = gl_VertexID;
#endif
#ifdef BUCKET_ATTRIBUTE
  int elements = int(a_bucket.a);
  int bucket = int(a_bucket.r | (a_bucket.g << 8u) | (a_bucket.b << 16u));
#else
  vec4 ends = texelFetch(u_runs, texelOf(gl_VertexID), 0);
  int elements = runLength(ends);
  int bucket = decodeId(ends);
#endif
  if (elements == 0) return;
  v_id = encodeId(last + 1 - elements, 1.0);
  drawPointOn(bucket);
}
