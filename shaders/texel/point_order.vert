// Reads: nothing. Writes: the point's number to a texel to which many other points write, too.
// One invocation: one point.

#include "texel/id.glsl"
#include "texel/point.glsl"

uniform int u_texels;
uniform int u_neighbours;

void main() {
  drawPointOn(gl_VertexID / u_neighbours % u_texels, encodeId(gl_VertexID, 1.0));
}
