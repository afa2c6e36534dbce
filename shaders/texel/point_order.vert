// Reads: nothing. Writes: the point's number to the texel that it shares with many others.
// One invocation: one point.

#include "texel/id.glsl"
#include "texel/point.glsl"

uniform int u_texels;
uniform int u_neighbours;

flat out vec4 v_id;

void main() {
  v_id = encodeId(gl_VertexID, 1.0);
  drawPointOn(gl_VertexID / u_neighbours % u_texels);
}
