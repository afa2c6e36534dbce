// Finds failed particles, which texel/count_flags.glsl then counts.
// Reads: the particles, through the accessors that the prologue includes. Writes: o_failed, with the flag set if the
// particle is sound.
// One invocation: one particle.

#include "dpd/has_failed.glsl"

void run(int i) {
  o_failed = vec4(isSound(velocityOf(i)) ? 1.0 : 0.0);
}
