// Tests of shaders/dpd/noise_karpinski_sequence.glsl.

#include "dpd/noise_karpinski_sequence.glsl"

// 1.000005 * 3^(5/2) = 15.588457 + 0.000078 before the fraction; in float32 its last place is 2^-20, and six
// roundings on the way there cost at most 6 * 2^-20 < 1e-5.
TEST(TheFirstStepIsTheMapOfZero) {
  EXPECT_NEAR(0.588535, advanceNoiseState(0.0), 1e-5);
}

TEST(StatesStayInTheirRange) {
  float state = 0.0;
  for (int k = 0; k < 500; ++k) {
    state = advanceNoiseState(state);
    EXPECT_LE(0.0, state);
    EXPECT_LT(state, 1.0);
  }
}

TEST(NoiseIsTheWrappedSumOfBothStates) {
  EXPECT_NEAR(0.0, pairNoise(1, 2, 0.25, 0.25), 1e-6);
  EXPECT_NEAR(0.0, pairNoise(1, 2, 0.75, 0.75), 1e-6);
  EXPECT_EQ(pairNoise(1, 2, 0.3, 0.9), pairNoise(2, 1, 0.9, 0.3));
}
