// Pair noise (control): Philox-4x32-10 of counter (smaller id, larger id, step, 0) and key (seed, 0).
// J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3",
// SC'11. Philox-2x32 is too small: two ids and a step take 80 bits, but its counter has only 64 bits.
// Reads step and seed (noise_key.glsl); writes nothing. The force pass includes this file: one invocation is one
// particle, which calls pairNoise once for every partner inside the cut-off.

#include "dpd/noise_key.glsl"
#include "dpd/philox.glsl"

float noiseOf(uvec4 counter) { return centredNoise(philox4x32(counter, uvec2(noiseSeed(), 0u)).x); }

// Returns theta of the pair, with the same bits for (A, B) and (B, A). Ids are 0..16777214; the states are for other
// kinds of noise and are not used.
float pairNoise(int idA, int idB, float stateA, float stateB) {
  return noiseOf(uvec4(uint(min(idA, idB)), uint(max(idA, idB)), noiseStep(), 0u));
}

// Returns theta of a single particle for an axis. The last word of the counter is not 0, so that no pair has the same
// counter.
float particleNoise(int id, int axis) {
  return noiseOf(uvec4(uint(id), uint(id), noiseStep(), uint(axis + 1)));
}

void beginNoise() {}

float advanceNoiseState(float state) { return state; }
