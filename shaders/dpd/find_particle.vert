// Looks for the particle with an id.
// Reads: u_predicted, which has the id in w. Writes: the particle's place in memory as an id to texel 0. One
// invocation: one particle, gl_VertexID; points of particles other than u_id are moved outside the clip volume.

#include "texel/id.glsl"
#include "texel/point.glsl"

uniform sampler2D u_predicted;
uniform float u_id;

void main() {
  if (texelFetch(u_predicted, texelOf(gl_VertexID), 0).w == u_id) {
    drawPointOn(0, encodeId(gl_VertexID, 1.0));
  } else {
    drawNoPoint();
  }
}
