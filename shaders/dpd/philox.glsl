// Philox-4x32-10, which turns a counter and a key into 128 random bits (noise_philox.glsl names the paper). Functions,
// which read and write nothing.

// Returns the upper 32 bits of a * b, computed from 16-bit halves, since umulExtended needs OpenGL 4.0.
uint noiseMultiplyHigh(uint a, uint b) {
  uint aLow = a & 0xFFFFu;
  uint aHigh = a >> 16u;
  uint bLow = b & 0xFFFFu;
  uint bHigh = b >> 16u;
  uint middle = aHigh * bLow + ((aLow * bLow) >> 16u);
  uint carry = aLow * bHigh + (middle & 0xFFFFu);
  return aHigh * bHigh + (middle >> 16u) + (carry >> 16u);
}

/// Returns a number in (0, 1): the middle of one of 2^23 equal intervals, which 23 of the bits select.
float uniformNoise(uint bits) { return (float(bits >> 9u) + 0.5) / 8388608.0; }

/// Returns a number of mean 0 and variance 1, uniform on (-sqrt 3, sqrt 3). The constants are sqrt 3 rounded down, so
/// that the outermost values stay inside.
float centredNoise(uint bits) { return 3.4641 * uniformNoise(bits) - 1.73205; }

// Returns 128 random bits: the counter after Philox's ten rounds. The shader tests compare the bits with Random123's
// known answers.
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
