// Pair noise (default): Karpinski's map as the mixing function of (smaller id, larger id, step, seed).
// Reads step and seed (noise_key.glsl); writes nothing. The force pass includes this file: one invocation is one
// particle, which calls pairNoise once for every partner inside the cut-off.
//
// The paper (section 4.2) iterates r' = frac(1.000005 (r + sqrt 3)^5) from r = 0. In float32 the fifth
// power reaches 152, so a single application yields 16 to 17 bits and stretches a small difference only
// 45 to 279 times; a chain of applications falls into a short cycle. Here nothing is iterated from step to step. Ids
// enter as 12-bit chunks in two lanes, so that one unit of a chunk is 2^-13 of the map's argument and is not lost in
// rounding. Offsets that depend on step and seed are added, so that two pairs with the same value at one step differ at
// the next step. Every round maps both lanes and couples them (x + y, x - y); the last half round maps one lane and
// adds the other, so that the sum is uniform although the map alone is not (its mean is off by 0.001). Adding before
// taking the fraction is exact, since whole numbers drop out. A pair takes about 70 floating-point operations, or 6.5
// ns on a software rasteriser, where Philox takes 11 ns.
//
// The following was measured on the float32 twin (tests/reference/karpinski.cpp), with and without fused multiply-add.
// Series of 1e6 draws (of one pair over steps, of all pairs at one step, or over seeds) have |mean| < 0.0022, |variance
// - 1| < 0.0022 and a Kolmogorov-Smirnov distance below 1.2 / sqrt(n). For 1e7 random keys these bounds are 0.0003,
// 0.00015 and 0.7 / sqrt(n). Over 1e6 steps, the covariances of the pairs (1,2), (1,3), (2,3) are at most 0.0014, and
// the mean of the product of their three values is 0.0009.
//
// None of 3,110 statistics is beyond 4 sigma. Some of these compare the values u and v of two keys over 1e6 draws:
// their covariance, and the mean cosines of u-v, u+v, 2u-v, u-2v and 2(u-v). The second key is the first key with an id
// increased by 1 or xor 2^k, the step increased by 1..16 or 2^k, the seed xor 2^k, or several of these changes at once
// (shears). Ids are small and large, and steps go up to 2^32. The other statistics are of triangles and rectangles of
// pairs, or are 64 x 64 chi-square statistics of 140 kinds of neighbouring pairs.
//
// For 65,536 keys over 1,000 steps, two keys agree once in 174,000 draws (251,000 with fused multiply-add). Two keys
// agree in two successive steps as often as independent values would, and never in three successive steps. There is no
// cycle in 100,000 steps. With one round less the noise fails: the pairs (i,j) and (i,j+1) then depend on each other
// (chi-square 27 sigma, covariance 0.006).

#include "dpd/noise_key.glsl"

const float kNoiseSqrt3 = 1.7320508;
// Scales of a 12-bit chunk: kNoiseChunk for sums that are wrapped afterwards, kNoiseHalfChunk for sums that must stay
// below 1 if an offset below 1/2 is added.
const float kNoiseChunk = 1.0 / 4096.0;
const float kNoiseHalfChunk = 1.0 / 8192.0;

// Karpinski's map of both lanes before its fraction is taken: 15.6 to 152 for r in [0, 1].
vec2 noisePower(vec2 r) {
  vec2 t = r + kNoiseSqrt3;
  vec2 t2 = t * t;
  return (t2 * t2) * (1.000005 * t);
}

vec2 noiseRound(vec2 r) {
  vec2 p = noisePower(r);
  return vec2(p.x + p.y, p.x - p.y);
}

// Returns the offsets of (step, seed). The step enters twice: xy alone would repeat about every 2^33 keys, and zw
// differs between steps that have the same xy.
vec4 noiseKey(uint step, uint seed) {
  vec2 stepLow = vec2(float(step & 4095u), float((step >> 12u) & 4095u));
  vec2 seedLow = vec2(float(seed & 4095u), float((seed >> 12u) & 4095u));
  vec2 top = vec2(float(step >> 24u), float(seed >> 24u));
  vec2 s = noiseRound(kNoiseHalfChunk * stepLow);
  s = noiseRound(fract(s + kNoiseChunk * seedLow));
  s = noiseRound(fract(s + kNoiseChunk * top));
  s = noiseRound(fract(s));
  vec2 first = fract(noiseRound(fract(s)));
  vec2 second = fract(noiseRound(fract(noiseRound(first) + kNoiseChunk * stepLow)));
  return vec4(first, second);
}

// Global, so that the offsets are computed once per invocation, not once per pair.
vec4 g_noiseKey = vec4(0.0);

// Must be called before the functions that return noise.
void beginNoise() { g_noiseKey = noiseKey(noiseStep(), noiseSeed()); }

// Returns a number of mean 0 and variance 1, uniform on (-sqrt 3, sqrt 3), for two ids and an offset of the second id's
// chunks.
float mixedNoise(int low, int high, float offset) {
  vec2 lowChunks = vec2(float(low & 4095), float(low >> 12));
  vec2 highChunks = vec2(float(high & 4095), float(high >> 12));
  vec2 s = noiseRound(0.5 * g_noiseKey.xy + kNoiseHalfChunk * lowChunks);
  s += g_noiseKey.zw + (kNoiseChunk * highChunks + offset);
  s = noiseRound(fract(s));
  s = noiseRound(fract(s));
  float t = fract(s.x) + kNoiseSqrt3;
  float t2 = t * t;
  float u = fract((t2 * t2) * (1.000005 * t) + s.y);
  // The constants are sqrt 3 rounded down, so that u = 0 and a fract rounded up to 1 stay inside.
  return 3.4641 * u - 1.73205;
}

// Returns theta of the pair, with the same bits for (A, B) and (B, A). Ids are 0..16777214; the states are for other
// kinds of noise and are not used.
float pairNoise(int idA, int idB, float stateA, float stateB) {
  return mixedNoise(min(idA, idB), max(idA, idB), 0.0);
}

// Returns theta of a single particle for an axis. Unlike a chunk, the offset is not a multiple of 1/4096, so that no
// pair has the same sum.
float particleNoise(int id, int axis) {
  return mixedNoise(id, id, float(axis + 1) * 0.3333);
}

float advanceNoiseState(float state) { return state; }
