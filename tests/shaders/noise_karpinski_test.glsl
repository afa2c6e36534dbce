// Tests of shaders/dpd/noise_karpinski.glsl. noise_test.cpp has the statistics.

#include "dpd/noise_karpinski.glsl"

TEST(NoiseOfAPairIsSymmetric) {
  beginNoise();
  for (int k = 0; k < 500; ++k) {
    int a = 33554 * k;
    int b = 16777214 - 7 * k;
    EXPECT_EQ(pairNoise(a, b, 0.0, 0.0), pairNoise(b, a, 0.0, 0.0));
  }
}

TEST(ThetaStaysInsideRootThree) {
  beginNoise();
  for (int k = 0; k < 1000; ++k) EXPECT_LT(abs(pairNoise(k, 16777214 - k, 0.0, 0.0)), 1.7320508);
}

TEST(OtherIdsGiveOtherNoise) {
  beginNoise();
  float theta = pairNoise(1, 2, 0.0, 0.0);
  EXPECT_NE(theta, pairNoise(1, 3, 0.0, 0.0));
  EXPECT_NE(theta, pairNoise(2, 3, 0.0, 0.0));
  EXPECT_NE(theta, pairNoise(1, 2 + 4096, 0.0, 0.0));
  EXPECT_NE(theta, pairNoise(1 + 4096, 2, 0.0, 0.0));
}

TEST(StepAndSeedMakeTheKey) {
  g_noiseKey = noiseKey(5u, 1u);
  float theta = pairNoise(1, 2, 0.0, 0.0);
  uvec2 others[] = uvec2[](uvec2(6u, 1u), uvec2(5u, 2u), uvec2(5u + 4096u, 1u), uvec2(5u, 1u + 4096u),
                           uvec2(5u + 16777216u, 1u), uvec2(5u, 1u + 16777216u), uvec2(1u, 5u));
  for (int k = 0; k < others.length(); ++k) {
    g_noiseKey = noiseKey(others[k].x, others[k].y);
    EXPECT_NE(theta, pairNoise(1, 2, 0.0, 0.0));
  }
  g_noiseKey = noiseKey(5u, 1u);
  EXPECT_EQ(theta, pairNoise(1, 2, 0.0, 0.0));
}

TEST(NoiseOfAParticleDiffersByAxis) {
  beginNoise();
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
