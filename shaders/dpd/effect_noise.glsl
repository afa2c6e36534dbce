// The random numbers of jets, lamps and drains, for any kind of pair noise. Functions. Reads u_noiseStep and
// u_noiseSeed; writes nothing.

#include "dpd/philox.glsl"

#ifdef NOISE_STATE  // other noises have these
uniform uint u_noiseStep;
uniform uint u_noiseSeed;
#endif

// The counter's last word is 0 for pairs, 1 to 3 for the drag (noise_philox.glsl), and 4 to 6 for baths (bath.glsl).
const uint kLampWord = 7u;  // to 10
const uint kDrainWord = 11u;

/// Returns the random bits of a particle in this step.
uvec4 effectBits(int id, uint word) {
  return philox4x32(uvec4(uint(id), uint(id), u_noiseStep, word), uvec2(u_noiseSeed, 0u));
}
