// Reads: the particle's number. Writes: the number as an id. One invocation: one pixel of a particle's point, or of the
// line of half a bond.

#include "texel/id.glsl"

flat in int v_particle;

out vec4 o_particle;

void main() {
  o_particle = encodeId(v_particle, 1.0);
}
