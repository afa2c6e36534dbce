// Tests of shaders/dpd/noise_karpinski_sequence.glsl: the paper's recurrence, and the correlation of its pairs.

#include "dpd/noise_karpinski_sequence.glsl"

// The exact values of 1.000005 (r + sqrt 3)^5 for r = 0 and r = 0.5 are 15.588535212 and
// 55.401631209. The roundings of five products add a relative error of up to 5 * 2^-24, so that the
// two values are off by up to 4.7e-6 and 1.7e-5. The constant sqrt 3 is off by 3.1e-8. In the
// second value, the rounding of r + sqrt 3 adds 1.2e-7. The map multiplies these errors by 45 and
// by 124, which gives 1.4e-6 and 1.9e-5.
TEST(FirstValues) {
  EXPECT_NEAR(0.588535212, advanceNoiseState(0.0), 6.1e-6);
  EXPECT_NEAR(0.401631209, advanceNoiseState(0.5), 3.6e-5);
}

TEST(StateStaysInTheUnitInterval) {
  float state = 0.0;
  for (int k = 0; k < 1000; ++k) {
    state = advanceNoiseState(state);
    EXPECT_LE(0.0, state);
    EXPECT_LT(state, 1.0);
  }
}

TEST(NoiseOfAPairIsSymmetricAndWithinRootThree) {
  float a = 0.1;
  float b = 0.7;
  for (int k = 0; k < 500; ++k) {
    a = advanceNoiseState(a);
    b = advanceNoiseState(b);
    EXPECT_EQ(pairNoise(1, 2, a, b), pairNoise(2, 1, b, a));
    EXPECT_LT(abs(pairNoise(1, 2, a, b)), 1.7320508);
  }
}

float uniformOf(float a, float b) {
  return (pairNoise(0, 0, a, b) + 1.73205) / 3.4641;
}

// Let u12 be uniformOf() the states of particles 1 and 2. For any four particles, u12 - u13 + u34 -
// u24 is a whole number, so that the fourth noise follows from three. Each u comes from a sum of
// states, which is below 2, and a product, which is below 4 and is undone by uniformOf(). The error
// of u is at most 3 * 2^-24. Four u together have an error of 7.2e-7, and the sums of this test add
// an error of the same size.
TEST(PairsOfFourParticlesAreCorrelated) {
  vec4 states = vec4(0.11, 0.37, 0.62, 0.93);
  for (int k = 0; k < 100; ++k) {
    for (int c = 0; c < 4; ++c) states[c] = advanceNoiseState(states[c]);
    float sum = uniformOf(states.x, states.y) - uniformOf(states.x, states.z) +
                uniformOf(states.z, states.w) - uniformOf(states.y, states.w);
    EXPECT_NEAR(floor(sum + 0.5), sum, 1.5e-6);
  }
}
