// Notes the place of a particle by its id.
// Reads: u_predicted, which has the id in w. Writes: the particle's place to the texel of its id. One invocation: one
// particle, gl_VertexID.

#include "texel/id.glsl"
#include "texel/point.glsl"

uniform sampler2D u_predicted;

void main() {
  drawPointOn(int(texelFetch(u_predicted, texelOf(gl_VertexID), 0).w), encodeId(gl_VertexID, 1.0));
}
