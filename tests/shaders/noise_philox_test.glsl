// Tests of shaders/dpd/noise_philox.glsl. Step and seed are 0: nothing sets the uniforms here.

#include "dpd/noise_philox.glsl"

// Published with Random123 (kat_vectors, philox4x32 10).
TEST(BlockFunctionGivesTheKnownAnswers) {
  EXPECT_EQ(uvec4(0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u),
            philox4x32(uvec4(0u), uvec2(0u)));
  EXPECT_EQ(uvec4(0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu),
            philox4x32(uvec4(0xffffffffu), uvec2(0xffffffffu)));
  EXPECT_EQ(uvec4(0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u),
            philox4x32(uvec4(0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u),
                       uvec2(0xa4093822u, 0x299f31d0u)));
}

// The first word of counter 0, key 0 is 0x6627e8d5: theta = (0x6627e8d5 / 2^32 - 1/2) * 2 sqrt 3 = -0.349713.
// Keeping 23 bits and rounding sqrt 3 down to 1.73205 each cost less than 1e-6.
TEST(NoiseIsTheFirstWordScaledToUnitVariance) {
  EXPECT_NEAR(-0.349713, pairNoise(0, 0, 0.0, 0.0), 2e-6);
}

TEST(NoiseIsSymmetricAndInsideItsRange) {
  for (int k = 0; k < 200; ++k) {
    int a = 81000 * k;
    float theta = pairNoise(a, 16777214, 0.0, 0.0);
    EXPECT_EQ(theta, pairNoise(16777214, a, 0.0, 0.0));
    EXPECT_LT(abs(theta), 1.7320508);
  }
}

TEST(TheStateOfTheSequenceIsLeftAlone) {
  EXPECT_EQ(0.625, advanceNoiseState(0.625));
}
