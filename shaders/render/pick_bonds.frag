// Reads: a place on the rectangle in front of half of a bond. Writes: the number of the half's particle as an id, and
// the depth of the cylinder there, as bonds.frag does. One invocation: one fragment of one half; outside of the
// cylinder it writes nothing.

#include "render/cylinder.glsl"
#include "texel/id.glsl"

flat in int v_particle;

out vec4 o_particle;

void main() {
  float z = enterHalf();
  o_particle = encodeId(v_particle, 1.0);
  gl_FragDepth = depthAt(-z);
}
