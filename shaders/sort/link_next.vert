// Links every element to the one after it in its range.
// Reads: u_order, the elements bucket by bucket; u_mapping, the bucket of an element. Writes: the following element
// of the same bucket, or NULL, to the element's own texel. One invocation: one place in the order, gl_VertexID.

#include "texel/id.glsl"

uniform sampler2D u_order;
uniform sampler2D u_mapping;
uniform int u_elements;
uniform int u_targetHeight;

flat out vec4 v_next;

void main() {
  int i = fetchId(u_order, gl_VertexID);
  int following = kNull;
  if (gl_VertexID + 1 < u_elements) {
    int j = fetchId(u_order, gl_VertexID + 1);
    if (fetchId(u_mapping, j) == fetchId(u_mapping, i)) following = j;
  }
  v_next = encodeId(following, 1.0);
  vec2 centre = vec2(texelOf(i)) + 0.5;
  gl_Position = vec4(centre / vec2(kTexelWidth, u_targetHeight) * 2.0 - 1.0, 0.0, 1.0);
}
