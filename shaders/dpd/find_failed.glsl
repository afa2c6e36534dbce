// Finds failed particles, which texel/count_flags.glsl then counts.
// Reads: the particles, as the prologue includes. Writes: o_failed, flagged unless the particle is marked as failed or
// its velocity is not finite, as that of an initial state can be. One invocation: one particle.

#include "dpd/has_failed.glsl"

void run(int i) {
  vec4 velocity = velocityOf(i);
  // Tests the bits, since a compiler may assume that every number is finite.
  ivec3 magnitude = floatBitsToInt(velocity.xyz) & 0x7FFFFFFF;
  bool isSound = !hasFailed(velocity) && all(lessThan(magnitude, ivec3(0x7F800000)));
  o_failed = vec4(isSound ? 1.0 : 0.0);
}
