// Tests of shaders/dpd/noise_karpinski.glsl. The keys of other steps and seeds are set by hand: nothing sets
// the uniforms here. Its statistics in depth are tested on its twin (tests/reference/noise_test.cpp); these
// show that a driver's arithmetic keeps them.

#include "dpd/noise_karpinski.glsl"

TEST(NoiseIsSymmetricAndInsideItsRange) {
  g_noiseKey = noiseKey(12u, 3u);
  for (int k = 0; k < 200; ++k) {
    int a = 81000 * k;
    float theta = pairNoise(a, 16777214, 0.0, 0.0);
    EXPECT_EQ(theta, pairNoise(16777214, a, 0.0, 0.0));
    EXPECT_LT(abs(theta), 1.7320508);
  }
}

TEST(KeysDifferInStepAndSeed) {
  for (uint shift = 0u; shift < 32u; ++shift) {
    EXPECT_FALSE(noiseKey(1000u, 1u) == noiseKey(1000u ^ (1u << shift), 1u));
    EXPECT_FALSE(noiseKey(1000u, 1u) == noiseKey(1000u, 1u ^ (1u << shift)));
  }
}

// 4,096 draws: five standard deviations of a mean are 0.08, of the mean square 0.07.
TEST(PairsThatShareAParticleAreUncorrelated) {
  float mean = 0.0;
  float square = 0.0;
  vec3 products = vec3(0.0);
  for (uint step = 0u; step < 4096u; ++step) {
    g_noiseKey = noiseKey(step, 1u);
    vec3 theta = vec3(pairNoise(1, 2, 0.0, 0.0), pairNoise(1, 3, 0.0, 0.0), pairNoise(2, 3, 0.0, 0.0));
    mean += theta.x / 4096.0;
    square += theta.x * theta.x / 4096.0;
    products += theta * theta.yzx / 4096.0;
  }
  EXPECT_NEAR(0.0, mean, 0.08);
  EXPECT_NEAR(1.0, square, 0.07);
  EXPECT_NEAR(0.0, products.x, 0.08);
  EXPECT_NEAR(0.0, products.y, 0.08);
  EXPECT_NEAR(0.0, products.z, 0.08);
}

TEST(TheStateOfTheSequenceIsLeftAlone) {
  EXPECT_EQ(0.625, advanceNoiseState(0.625));
}
