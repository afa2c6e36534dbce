// Reads: the place on the particle's disc. Writes: the particle's number as an id, and the depth of its sphere
// there, as particles.frag does. One invocation: one fragment of one particle; outside of the disc it writes nothing.

#include "render/sphere_depth.glsl"
#include "texel/id.glsl"

in vec2 v_disc;
flat in int v_particle;

out vec4 o_particle;

void main() {
  float across = dot(v_disc, v_disc);
  if (across > 1.0) discard;
  o_particle = encodeId(v_particle, 1.0);
  writeDepth(sqrt(1.0 - across));
}
