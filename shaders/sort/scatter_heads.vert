// Step (i) of the paper's listing 1: put every unvisited element into its bucket's head.
// Reads: the visited flag of u_next; the element's bucket, from attribute 0 (the mapping texture copied to a
// vertex buffer) or from u_mapping. Writes: the element's id to the texel of its bucket.
// One invocation: one element, gl_VertexID; with GROUPED one group of u_groupSize elements, of which the first
// unvisited one is drawn. If there is none the point is moved outside the clip volume.

#include "texel/id.glsl"
#include "texel/point.glsl"

uniform sampler2D u_next;
#ifdef BUCKET_ATTRIBUTE
layout(location = 0) in uvec4 a_bucket;
#else
uniform sampler2D u_mapping;
#endif

flat out vec4 v_id;

int bucketOf(int i) {
#ifdef BUCKET_ATTRIBUTE
  return int(a_bucket.r | (a_bucket.g << 8u) | (a_bucket.b << 16u));
#else
  return fetchId(u_mapping, i);
#endif
}

bool visited(int i) {
  return texelFetch(u_next, texelOf(i), 0).a > 0.5;
}

#ifdef GROUPED
uniform int u_groupSize;
uniform int u_elements;
#endif

/// The element of this invocation, or -1 if none is left.
int unvisitedElement() {
#ifdef GROUPED
  int first = gl_VertexID * u_groupSize;
  int end = min(first + u_groupSize, u_elements);
  for (int i = first; i < end; ++i) {
    if (!visited(i)) return i;
  }
  return -1;
#else
  return visited(gl_VertexID) ? -1 : gl_VertexID;
#endif
}

void main() {
  int i = unvisitedElement();
  v_id = encodeId(i, 1.0);
  if (i < 0) {
    drawNoPoint();
    return;
  }
  drawPointOn(bucketOf(i));
}
