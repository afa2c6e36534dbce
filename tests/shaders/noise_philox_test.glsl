// Tests of shaders/dpd/noise_philox.glsl. u_noiseStep and u_noiseSeed are 0 here; noise_test.cpp varies them.

#include "dpd/noise_philox.glsl"

// The known answers are Random123's kat_vectors for philox4x32 with 10 rounds.
TEST(KnownAnswersOfRandom123) {
  EXPECT_EQ(uvec4(0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u), philox4x32(uvec4(0u), uvec2(0u)));
  EXPECT_EQ(uvec4(0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu),
            philox4x32(uvec4(0xFFFFFFFFu), uvec2(0xFFFFFFFFu)));
  EXPECT_EQ(uvec4(0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u),
            philox4x32(uvec4(0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u),
                       uvec2(0xa4093822u, 0x299f31d0u)));
}

TEST(UpperHalfOfAProduct) {
  EXPECT_EQ(0u, noiseMultiplyHigh(0u, 0xFFFFFFFFu));
  EXPECT_EQ(0u, noiseMultiplyHigh(0xFFFFu, 0xFFFFu));
  EXPECT_EQ(1u, noiseMultiplyHigh(0x10000u, 0x10000u));
  EXPECT_EQ(0xFFFFFFFEu, noiseMultiplyHigh(0xFFFFFFFFu, 0xFFFFFFFFu));
  EXPECT_EQ(0x7FFFFFFFu, noiseMultiplyHigh(0xFFFFFFFFu, 0x80000000u));
  // Both middle products carry: the product of 0x1FFFF and 0xFFFF8001 is 0x1FFFE 8002 7FFF.
  EXPECT_EQ(0x1FFFEu, noiseMultiplyHigh(0x1FFFFu, 0xFFFF8001u));
}

TEST(NoiseOfAPairIsSymmetric) {
  for (int k = 0; k < 500; ++k) {
    int a = 33554 * k;
    int b = 16777214 - 7 * k;
    EXPECT_EQ(pairNoise(a, b, 0.0, 0.0), pairNoise(b, a, 0.0, 0.0));
  }
}

TEST(ThetaStaysInsideRootThree) {
  for (int k = 0; k < 1000; ++k) EXPECT_LT(abs(pairNoise(k, 16777214 - k, 0.0, 0.0)), 1.7320508);
}

TEST(OtherIdsGiveOtherNoise) {
  float theta = pairNoise(1, 2, 0.0, 0.0);
  EXPECT_NE(theta, pairNoise(1, 3, 0.0, 0.0));
  EXPECT_NE(theta, pairNoise(2, 3, 0.0, 0.0));
  EXPECT_NE(theta, pairNoise(1, 2 + 65536, 0.0, 0.0));
}

TEST(NoiseOfAParticleDiffersByAxis) {
  for (int k = 0; k < 200; ++k) {
    int id = 83886 * k;
    for (int axis = 0; axis < 3; ++axis) {
      float theta = particleNoise(id, axis);
      EXPECT_LT(abs(theta), 1.7320508);
      EXPECT_NE(theta, particleNoise(id, (axis + 1) % 3));
      EXPECT_NE(theta, particleNoise(id + 1, axis));
    }
  }
  EXPECT_NE(particleNoise(7, 0), pairNoise(7, 8, 0.0, 0.0));
}

TEST(StateIsUnchanged) {
  EXPECT_EQ(0.25, advanceNoiseState(0.25));
}
