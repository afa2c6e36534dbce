// Pair noise (control): Philox-4x32-10 of counter (smaller id, larger id, step, 0) and key (seed, 0).
// J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3",
// SC'11. Philox-2x32 is too small: two ids and a step take 80 bits, its counter has 64.
// Reads u_noiseStep and u_noiseSeed; writes nothing. Included by the force pass: one invocation is one
// particle, which calls pairNoise once for every partner inside the cut-off.

uniform uint u_noiseStep;
uniform uint u_noiseSeed;

// The upper 32 bits of a * b by 16-bit halves: umulExtended needs OpenGL 4.0.
uint noiseMultiplyHigh(uint a, uint b) {
  uint aLow = a & 0xFFFFu;
  uint aHigh = a >> 16u;
  uint bLow = b & 0xFFFFu;
  uint bHigh = b >> 16u;
  uint middle = aHigh * bLow + ((aLow * bLow) >> 16u);
  uint carry = aLow * bHigh + (middle & 0xFFFFu);
  return aHigh * bHigh + (middle >> 16u) + (carry >> 16u);
}

// The block function with its ten rounds; the shader tests check it against Random123's known answers.
uvec4 philox4x32(uvec4 counter, uvec2 key) {
  for (int i = 0; i < 10; ++i) {
    counter = uvec4(noiseMultiplyHigh(0xCD9E8D57u, counter.z) ^ counter.y ^ key.x,
                    0xCD9E8D57u * counter.z,
                    noiseMultiplyHigh(0xD2511F53u, counter.x) ^ counter.w ^ key.y,
                    0xD2511F53u * counter.x);
    key += uvec2(0x9E3779B9u, 0xBB67AE85u);
  }
  return counter;
}

// Mean 0, variance 1, uniform on (-sqrt 3, sqrt 3): 23 bits, each value at the middle of its interval; the
// constants are sqrt 3 rounded down, so that the outermost values stay inside.
float noiseOf(uvec4 counter) {
  uint bits = philox4x32(counter, uvec2(u_noiseSeed, 0u)).x >> 9u;
  return 3.4641 * ((float(bits) + 0.5) / 8388608.0) - 1.73205;
}

// Theta of the pair, the same bits for (A, B) and (B, A). Ids are 0..16777214; the states are for other kinds
// of noise and are not used.
float pairNoise(int idA, int idB, float stateA, float stateB) {
  return noiseOf(uvec4(uint(min(idA, idB)), uint(max(idA, idB)), u_noiseStep, 0u));
}

// Theta of a single particle, one for each axis: the counter's last word is 0 for pairs.
float particleNoise(int id, int axis) {
  return noiseOf(uvec4(uint(id), uint(id), u_noiseStep, uint(axis + 1)));
}

void beginNoise() {}

float advanceNoiseState(float state) { return state; }
