// Step (i) of the paper's listing 1: put every unvisited element into its bucket's head.
// Reads: the visited flag of u_next; the element's bucket, from attribute 0 (the mapping texture copied to a
// vertex buffer) or from u_mapping. Writes: the element's id to the texel of its bucket.
// One invocation: one element, gl_VertexID. A visited element is moved outside the clip volume.

#include "texel/id.glsl"

uniform sampler2D u_next;
uniform int u_targetHeight;
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

void main() {
  v_id = encodeId(gl_VertexID, 1.0);
  if (texelFetch(u_next, texelOf(gl_VertexID), 0).a > 0.5) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec2 centre = vec2(texelOf(bucketOf(gl_VertexID))) + 0.5;
  gl_Position = vec4(centre / vec2(kTexelWidth, u_targetHeight) * 2.0 - 1.0, 0.0, 1.0);
}
