// Counts failed particles: an occlusion query around the pass counts the invocations that were not discarded.
// Reads: u_velocity. Writes: o_failed where w, the noise state, is negative, or the velocity not finite, as that of an
// initial state can be. One invocation: one particle.

#include "texel/layout.glsl"

uniform sampler2D u_velocity;

void run(int i) {
  vec4 velocity = texelFetch(u_velocity, texelOf(i), 0);
  // By the bits: a compiler may take every number for finite.
  ivec3 magnitude = floatBitsToInt(velocity.xyz) & 0x7FFFFFFF;
  if (velocity.w >= 0.0 && all(lessThan(magnitude, ivec3(0x7F800000)))) discard;
  o_failed = vec4(1.0);
}
