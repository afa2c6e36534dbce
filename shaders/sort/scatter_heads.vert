// Step (i) of the paper's listing 1: puts every unvisited element into its bucket's head.
// Reads: the visited flag of u_next; the element's bucket from attribute 0, the mapping texture copied to a vertex
// buffer. Writes: the element's id to the texel of its bucket. One invocation: one element, gl_VertexID. If the element
// is visited, the point is moved outside the clip volume.

#include "texel/id.glsl"
#include "texel/point.glsl"

uniform sampler2D u_next;
layout(location = 0) in uvec4 a_bucket;

void main() {
  if (texelFetch(u_next, texelOf(gl_VertexID), 0).a > 0.5) {
    drawNoPoint();
    return;
  }
  int bucket = int(a_bucket.r | (a_bucket.g << 8u) | (a_bucket.b << 16u));
  drawPointOn(bucket, encodeId(gl_VertexID, 1.0));
}
