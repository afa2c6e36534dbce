// Statistics of the pair noise, computed by the float32 twins of the shaders. A statistic over n
// draws whose expected value is 0 for ideal noise scatters by 1/sqrt(n). The tolerance is five
// times this scatter, which gives one false alarm in 1.7 million.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <vector>

#include "reference/karpinski.h"
#include "reference/philox.h"

namespace gpubuck::reference {
namespace {

struct Key {
  std::uint32_t step, seed;
  int a, b;
};

float karpinski(const Key& k) { return karpinskiPairNoise(karpinskiKey(k.step, k.seed), k.a, k.b); }
float philox(const Key& k) { return philoxPairNoise(k.step, k.seed, k.a, k.b); }

class PairNoise : public testing::TestWithParam<float (*)(const Key&)> {
 protected:
  double covariance(const std::function<Key(int)>& first, const std::function<Key(int)>& second,
                    int draws) const {
    double sum = 0.0;
    for (int n = 0; n < draws; ++n) sum += double{theta(first(n))} * theta(second(n));
    return sum / draws;
  }
  float theta(const Key& key) const { return GetParam()(key); }
};

INSTANTIATE_TEST_SUITE_P(Kinds, PairNoise, testing::Values(&karpinski, &philox));

constexpr int kDraws = 400'000;
const double kFiveSigma = 5.0 / std::sqrt(kDraws);

TEST_P(PairNoise, IsSymmetricAndInsideItsRange) {
  const double bound = std::sqrt(3.0);
  for (std::uint32_t step = 0; step < 1000; ++step) {
    const int a = static_cast<int>(step * 16'000u);
    const float value = theta({step, 3, a, 16'777'214});
    ASSERT_EQ(value, theta({step, 3, 16'777'214, a}));
    ASSERT_LT(std::abs(value), bound);
  }
}

TEST_P(PairNoise, IsUniformWithMeanZeroAndVarianceOne) {
  std::vector<double> u;
  double mean = 0.0;
  double square = 0.0;
  for (int n = 0; n < kDraws; ++n) {
    const double value = theta({static_cast<std::uint32_t>(n), 1, 1, 2});
    mean += value / kDraws;
    square += value * value / kDraws;
    u.push_back(value / (2.0 * std::sqrt(3.0)) + 0.5);
  }
  EXPECT_NEAR(mean, 0.0, kFiveSigma);
  EXPECT_NEAR(square, 1.0, kFiveSigma * std::sqrt(0.8));  // the variance of theta^2 is 4/5
  std::sort(u.begin(), u.end());
  double distance = 0.0;
  for (int n = 0; n < kDraws; ++n) {
    distance = std::max(distance, std::abs(u[static_cast<std::size_t>(n)] - (n + 0.5) / kDraws));
  }
  EXPECT_LT(distance * std::sqrt(kDraws), 2.2);  // Kolmogorov's test: larger in one of 8,000 runs
}

TEST_P(PairNoise, PairsSharingAParticle_AreUncorrelated) {
  const auto at = [](int a, int b) {
    return [=](int n) { return Key{static_cast<std::uint32_t>(n), 1, a, b}; };
  };
  EXPECT_NEAR(covariance(at(1, 2), at(1, 3), kDraws), 0.0, kFiveSigma);
  EXPECT_NEAR(covariance(at(1, 2), at(2, 3), kDraws), 0.0, kFiveSigma);
  EXPECT_NEAR(covariance(at(1, 3), at(2, 3), kDraws), 0.0, kFiveSigma);
  double third = 0.0;
  for (std::uint32_t n = 0; n < kDraws; ++n) {
    third += double{theta({n, 1, 1, 2})} * theta({n, 1, 1, 3}) * theta({n, 1, 2, 3}) / kDraws;
  }
  EXPECT_NEAR(third, 0.0, kFiveSigma);
}

TEST_P(PairNoise, SuccessiveSteps_AreUncorrelated) {
  for (const std::uint32_t start : {0u, 1'000'000u, 1'000'000'000u}) {
    for (const std::uint32_t lag : {1u, 2u, 3u, 16u, 4096u}) {
      const auto now = [=](int n) { return Key{start + static_cast<std::uint32_t>(n), 1, 5, 9}; };
      const auto later = [=](int n) {
        return Key{start + static_cast<std::uint32_t>(n) + lag, 1, 5, 9};
      };
      EXPECT_NEAR(covariance(now, later, kDraws / 4), 0.0, 2.0 * kFiveSigma)
          << start << " + " << lag;
    }
  }
}

TEST_P(PairNoise, NeighbouringKeys_AreUncorrelated) {
  const auto key = [](int n) {
    return Key{static_cast<std::uint32_t>(n % 100), 1, 1 + n % 4001, 5000 + n / 100 * 7};
  };
  for (const int d : {1, 2, 64, 4096, 1 << 20, 1 << 23}) {
    const auto low = [&](int n) {
      Key k = key(n);
      k.a ^= d;
      return k;
    };
    const auto high = [&](int n) {
      Key k = key(n);
      k.b ^= d;
      return k;
    };
    EXPECT_NEAR(covariance(key, low, kDraws / 4), 0.0, 2.0 * kFiveSigma) << "smaller id ^ " << d;
    EXPECT_NEAR(covariance(key, high, kDraws / 4), 0.0, 2.0 * kFiveSigma) << "larger id ^ " << d;
  }
  const auto nextSeed = [&](int n) {
    Key k = key(n);
    ++k.seed;
    return k;
  };
  EXPECT_NEAR(covariance(key, nextSeed, kDraws / 4), 0.0, 2.0 * kFiveSigma);
  const auto sheared = [&](int n) {
    Key k = key(n);
    ++k.step;
    --k.a;
    return k;
  };
  EXPECT_NEAR(covariance(key, sheared, kDraws / 4), 0.0, 2.0 * kFiveSigma);
}

// A chi-square test of (theta(i,j), theta(i,j+1)) at one step on 32 x 32 squares. It finds
// dependence that causes no covariance. With 1,023 degrees of freedom, the normal approximation of
// chi-square is good to the third decimal.
TEST_P(PairNoise, NeighbouringPairs_FillTheSquare) {
  for (const int d : {1, 4096}) {
    std::vector<double> count(1024, 0.0);
    const auto bin = [](float value) {
      return std::clamp(static_cast<int>((value / (2.0 * std::sqrt(3.0)) + 0.5) * 32.0), 0, 31);
    };
    for (int n = 0; n < kDraws; ++n) {
      const int a = n % 1000;
      const int b = 100'000 + n / 1000;
      count[static_cast<std::size_t>(32 * bin(theta({77, 3, a, b})) +
                                     bin(theta({77, 3, a, b + d})))] += 1.0;
    }
    const double expected = kDraws / 1024.0;
    double chi = 0.0;
    for (const double c : count) chi += (c - expected) * (c - expected) / expected;
    EXPECT_LT(std::abs(chi - 1023.0) / std::sqrt(2.0 * 1023.0), 5.0) << "larger id + " << d;
  }
}

// The values have 17 to 24 bits, so that two of 1,024 keys sometimes give equal values. At the next
// step, the values of these two keys must differ. The probability that two keys give equal values
// at both steps is 524,000 * 2^-34, so that this happens once in 600 runs of these 50 pairs of
// steps.
TEST_P(PairNoise, EqualKeys_DifferAtTheNextStep) {
  std::vector<std::pair<float, float>> two(1024);
  int steps = 0;
  for (std::uint32_t step = 0; step < 50; ++step, ++steps) {
    for (int n = 0; n < 1024; ++n) {
      const int a = n % 32;
      const int b = 32 + 4096 * (n / 32);
      two[static_cast<std::size_t>(n)] = {theta({2 * step, 1, a, b}),
                                          theta({2 * step + 1, 1, a, b})};
    }
    std::sort(two.begin(), two.end());
    ASSERT_EQ(std::adjacent_find(two.begin(), two.end()), two.end()) << "step " << step;
  }
  EXPECT_EQ(steps, 50);
}

TEST_P(PairNoise, OnePair_DoesNotCycle) {
  std::set<std::pair<float, float>> seen;
  for (std::uint32_t step = 0; step < 10'000; ++step) {
    seen.emplace(theta({step, 1, 1, 2}), theta({step + 1, 1, 1, 2}));
  }
  EXPECT_EQ(seen.size(), 10'000u);
}

struct ParticleKey {
  std::uint32_t step, seed;
  int id, axis;
};

struct ParticleAndPair {
  float (*particle)(const ParticleKey&);
  float (*pair)(const Key&);
};

float karpinskiParticle(const ParticleKey& k) {
  return karpinskiParticleNoise(karpinskiKey(k.step, k.seed), k.id, k.axis);
}
float philoxParticle(const ParticleKey& k) {
  return philoxParticleNoise(k.step, k.seed, k.id, k.axis);
}

/// The noise of a single particle, for the drag of a medium.
class ParticleNoise : public testing::TestWithParam<ParticleAndPair> {
 protected:
  /// Returns the key of draw n. The draws go through the three axes of each of 1,000 ids, then
  /// through the steps.
  static ParticleKey keyOf(int n) {
    return {static_cast<std::uint32_t>(n / 3000), 1, n / 3 % 1000, n % 3};
  }
  float theta(const ParticleKey& key) const { return GetParam().particle(key); }

  /// Returns the mean of theta of a key times `other` of the same key.
  double covariance(const std::function<double(ParticleKey)>& other) const {
    double sum = 0.0;
    for (int n = 0; n < kDraws; ++n) sum += theta(keyOf(n)) * other(keyOf(n));
    return sum / kDraws;
  }
};

INSTANTIATE_TEST_SUITE_P(Kinds, ParticleNoise,
                         testing::Values(ParticleAndPair{&karpinskiParticle, &karpinski},
                                         ParticleAndPair{&philoxParticle, &philox}));

TEST_P(ParticleNoise, EveryAxis_IsUniformWithMeanZeroAndVarianceOne) {
  for (int axis = 0; axis < 3; ++axis) {
    double mean = 0.0, square = 0.0;
    std::vector<double> u;
    for (int n = 0; n < kDraws; ++n) {
      const double value =
          theta({static_cast<std::uint32_t>(n / 1000), 1, 16'000'000 + n % 1000, axis});
      ASSERT_LT(std::abs(value), std::sqrt(3.0));
      mean += value / kDraws;
      square += value * value / kDraws;
      u.push_back(value / (2.0 * std::sqrt(3.0)) + 0.5);
    }
    EXPECT_NEAR(mean, 0.0, kFiveSigma);
    EXPECT_NEAR(square, 1.0, kFiveSigma * std::sqrt(0.8));
    std::sort(u.begin(), u.end());
    double distance = 0.0;
    for (int n = 0; n < kDraws; ++n) {
      distance = std::max(distance, std::abs(u[static_cast<std::size_t>(n)] - (n + 0.5) / kDraws));
    }
    EXPECT_LT(distance * std::sqrt(kDraws), 2.2);
  }
}

TEST_P(ParticleNoise, OtherAxesIdsStepsAndSeeds_AreUncorrelated) {
  const auto changed = [&](void (*change)(ParticleKey&)) {
    return covariance([&](ParticleKey key) -> double {
      change(key);
      return theta(key);
    });
  };
  EXPECT_NEAR(changed([](ParticleKey& k) { k.axis = (k.axis + 1) % 3; }), 0.0, kFiveSigma);
  EXPECT_NEAR(changed([](ParticleKey& k) { k.id += 1; }), 0.0, kFiveSigma);
  EXPECT_NEAR(changed([](ParticleKey& k) { k.id += 4096; }), 0.0, kFiveSigma);
  EXPECT_NEAR(changed([](ParticleKey& k) { k.step += 1; }), 0.0, kFiveSigma);
  EXPECT_NEAR(changed([](ParticleKey& k) { k.step += 16; }), 0.0, kFiveSigma);
  EXPECT_NEAR(changed([](ParticleKey& k) { k.seed += 1; }), 0.0, kFiveSigma);
}

TEST_P(ParticleNoise, ParticleAndItsPairs_AreUncorrelated) {
  for (const int distance : {1, 2, 1000, 4096, 1'365 * 4096}) {
    const auto pair = [&](ParticleKey key) -> double {
      return GetParam().pair({key.step, key.seed, key.id, key.id + distance});
    };
    EXPECT_NEAR(covariance(pair), 0.0, kFiveSigma) << distance;
  }
}

// The answers are published with Random123 (kat_vectors, philox4x32 10).
TEST(Philox4x32, GivesTheKnownAnswers) {
  using Block = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// This is the negative control of the tests above. However it is rounded, the paper's recurrence
// falls into a cycle of a few hundred steps.
TEST(KarpinskiSequence, FallsIntoAShortCycle) {
  std::set<float> seen;
  float state = 0.0f;
  while (seen.insert(state).second && seen.size() < 10'000) {
    state = karpinskiSequenceAdvance(state);
    ASSERT_GE(state, 0.0f);
    ASSERT_LT(state, 1.0f);
  }
  EXPECT_LT(seen.size(), 5'000u);
}

// theta_12 - theta_13 + theta_34 - theta_24 is a multiple of 2 sqrt 3, whatever the states.
TEST(KarpinskiSequence, CorrelatesThePairsOfFourParticles) {
  const auto theta = karpinskiSequencePairNoise;
  const float s[4] = {0.1f, 0.45f, 0.8f, 0.97f};
  const double sum = theta(s[0], s[1]) - theta(s[0], s[2]) + theta(s[2], s[3]) - theta(s[1], s[3]);
  const double wraps = sum / 3.4641;
  EXPECT_NEAR(wraps, std::round(wraps), 1e-6);  // some roundings of floats below 2
  EXPECT_EQ(theta(0.3f, 0.9f), theta(0.9f, 0.3f));
}

}  // namespace
}  // namespace gpubuck::reference
