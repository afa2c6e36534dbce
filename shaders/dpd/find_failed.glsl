// Counts failed particles: an occlusion query around the pass counts the invocations that were not discarded.
// Reads: u_velocity. Writes: o_failed where w, the noise state, is negative. One invocation: one particle.

#include "texel/layout.glsl"

uniform sampler2D u_velocity;

void run(int i) {
  if (texelFetch(u_velocity, texelOf(i), 0).w >= 0.0) discard;
  o_failed = vec4(1.0);
}
