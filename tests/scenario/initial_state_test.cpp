#include "scenario/initial/initial_state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "base/error.h"
#include "scenario/parsing.h"

namespace gpubuck::scenario {
namespace {

/// Parses the scenario of two species, with a larger box and unequal shares of the species.
Scenario parse(const test::Overrides& overrides = {}) {
  test::Overrides all{"box.size=[20, 16.5, 12]", "species.0.fraction=0.7", "species.1.fraction=0.3",
                      "species.1.mass=4"};
  all.insert(all.end(), overrides.begin(), overrides.end());
  return test::parse(test::kTwoSpecies, all);
}

dpd::ParticleState stateOf(const std::vector<std::string>& overrides = {}) {
  return makeInitialState(parse(overrides));
}

const std::vector<std::string> kFlat = {"box.dimensions=2", "box.size=[60, 50]"};

int speciesOf(const glm::vec4& position) { return static_cast<int>(position.w); }

class EveryKind : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Initial, EveryKind, ::testing::Values("random", "lattice", "layers"));

TEST_P(EveryKind, Particles_AreInTheBoxWithTheirSpecies) {
  for (const bool isFlat : {false, true}) {
    std::vector<std::string> overrides = isFlat ? kFlat : std::vector<std::string>{};
    overrides.push_back(std::string("initial.state=") + GetParam());
    const Scenario scenario = parse(overrides);
    const dpd::ParticleState state = makeInitialState(scenario);
    const auto count = static_cast<std::size_t>(particleCount(scenario));
    ASSERT_EQ(count, isFlat ? 9000u : 11880u);
    ASSERT_EQ(state.position.size(), count);
    ASSERT_EQ(state.velocity.size(), count);
    ASSERT_EQ(state.predicted.size(), count);
    std::vector<std::int64_t> counts(2, 0);
    for (std::size_t i = 0; i < count; ++i) {
      for (int axis = 0; axis < scenario.fluid.box.dimensions; ++axis) {
        ASSERT_GE(state.position[i][axis], 0.0f);
        ASSERT_LT(state.position[i][axis], static_cast<float>(scenario.fluid.box.size[axis]));
      }
      if (isFlat) {
        ASSERT_EQ(state.position[i].z, 0.0f);
        ASSERT_EQ(state.velocity[i].z, 0.0f);
      }
      ++counts[static_cast<std::size_t>(speciesOf(state.position[i]))];
      ASSERT_EQ(state.predicted[i].w, static_cast<float>(i));
      ASSERT_EQ(glm::vec3(state.predicted[i]), glm::vec3(state.velocity[i]));
      ASSERT_GE(state.velocity[i].w, 0.0f);
      ASSERT_LT(state.velocity[i].w, 1.0f);
    }
    EXPECT_EQ(counts, speciesCounts(scenario));
  }
}

TEST_P(EveryKind, Memory_IsOrderedByCell) {
  const dpd::ParticleState state = stateOf({std::string("initial.state=") + GetParam()});
  std::vector<int> cells;
  for (const glm::vec4& p : state.position) {
    // There are 20 x 16 x 12 cells. Along y their edge is 16.5/16.
    cells.push_back(static_cast<int>(p.x) +
                    20 * (static_cast<int>(p.y / (16.5f / 16.0f)) + 16 * static_cast<int>(p.z)));
  }
  ASSERT_FALSE(cells.empty());
  EXPECT_TRUE(std::is_sorted(cells.begin(), cells.end()));
}

TEST_P(EveryKind, Seed_DeterminesIt) {
  const std::string kind = std::string("initial.state=") + GetParam();
  const dpd::ParticleState first = stateOf({kind}), again = stateOf({kind});
  EXPECT_EQ(first.position, again.position);
  EXPECT_EQ(first.velocity, again.velocity);
  EXPECT_EQ(first.predicted, again.predicted);
  EXPECT_NE(first.velocity, stateOf({kind, "noise.seed=2"}).velocity);
}

// With 35,640 particles, every stage is divided into several parts.
TEST_P(EveryKind, AnyPortions_GiveTheSame) {
  const Scenario scenario = parse(
      {std::string("initial.state=") + GetParam(), "initial.perturbation=0.5", "fluid.density=9",
       "solid=[{kind=\"body\", shape=\"sphere\", centre=[10, 8, 6], radius=2}]"});
  const dpd::ParticleState whole = makeInitialState(scenario);
  InitialStateMaker maker(scenario);
  double share = maker.share();
  EXPECT_EQ(share, 0.0);
  int calls = 1;
  for (std::int64_t portion = 1; !maker.advance(portion); ++calls) {
    EXPECT_GE(maker.share(), share);
    EXPECT_LE(share = maker.share(), 1.0);
    portion = portion * 7 % 50'021;
  }
  EXPECT_EQ(maker.share(), 1.0);
  EXPECT_GT(calls, 10);
  const dpd::ParticleState parts = maker.finish();
  EXPECT_EQ(parts.position, whole.position);
  EXPECT_EQ(parts.velocity, whole.velocity);
  EXPECT_EQ(parts.predicted, whole.predicted);
}

TEST(InitialState, HasNoMomentum) {
  for (const std::vector<std::string>& overrides : {std::vector<std::string>{}, kFlat}) {
    const dpd::ParticleState state = stateOf(overrides);
    glm::dvec3 momentum(0.0);
    for (std::size_t i = 0; i < state.count(); ++i) {
      momentum += (speciesOf(state.position[i]) == 0 ? 1.0 : 4.0) * glm::dvec3(state.velocity[i]);
    }
    // Some momentum remains, since each velocity is rounded to a float. With |v| < 8, each rounding
    // is at most 2^-22, times a mass of up to 4. The roundings add up like a random walk. The
    // tolerance is 5 sigma; for a uniform error, sigma is its maximum / sqrt 3.
    const double bound =
        5.0 * 4.0 * 0x1p-22 / std::sqrt(3.0) * std::sqrt(static_cast<double>(state.count()));
    for (int axis = 0; axis < 3; ++axis) EXPECT_LT(std::abs(momentum[axis]), bound);
  }
}

TEST(InitialState, Velocities_AreMaxwellian) {
  const dpd::ParticleState state = stateOf({"fluid.kT=2.5", "fluid.density=25"});
  const double masses[] = {1.0, 4.0};
  for (int species = 0; species < 2; ++species) {
    for (int axis = 0; axis < 3; ++axis) {
      const double spread = std::sqrt(2.5 / masses[species]);
      std::vector<double> v;
      for (std::size_t i = 0; i < state.count(); ++i) {
        if (speciesOf(state.position[i]) == species) v.push_back(state.velocity[i][axis] / spread);
      }
      ASSERT_GT(v.size(), 20'000u);
      std::sort(v.begin(), v.end());
      // The test of Kolmogorov and Smirnov against the normal distribution. The seed is fixed. The
      // bound is 1.95 / sqrt(n), at a level of 0.1 %.
      double distance = 0.0;
      for (std::size_t i = 0; i < v.size(); ++i) {
        const double expected = 0.5 * std::erfc(-v[i] / std::numbers::sqrt2);
        const double n = static_cast<double>(v.size());
        distance = std::max({distance, std::abs(expected - static_cast<double>(i) / n),
                             std::abs(expected - static_cast<double>(i + 1) / n)});
      }
      EXPECT_LT(distance, 1.95 / std::sqrt(static_cast<double>(v.size())));
    }
  }
}

TEST(InitialState, RandomPositions_AreUniformPerSpecies) {
  const dpd::ParticleState state = stateOf({"fluid.density=25"});
  const float sides[] = {20.0f, 16.5f, 12.0f};
  for (int species = 0; species < 2; ++species) {
    for (int axis = 0; axis < 3; ++axis) {
      constexpr int kBins = 10;
      std::vector<double> bins(kBins, 0.0);
      double count = 0.0;
      for (const glm::vec4& position : state.position) {
        if (speciesOf(position) != species) continue;
        ++bins[static_cast<std::size_t>(position[axis] / sides[axis] * kBins)];
        ++count;
      }
      double chi2 = 0.0;
      for (const double bin : bins)
        chi2 += (bin - count / kBins) * (bin - count / kBins) / (count / kBins);
      EXPECT_LT(chi2, 27.9) << "0.1 % level of chi-squared with 9 degrees of freedom";
    }
  }
}

TEST(InitialState, Layers_AreInOrder) {
  const dpd::ParticleState state =
      stateOf({"initial.state=layers", "initial.order=[\"heavy\", \"light\"]"});
  float highestHeavy = 0.0f, lowestLight = 12.0f;
  for (const glm::vec4& position : state.position) {
    if (speciesOf(position) == 1)
      highestHeavy = std::max(highestHeavy, position.z);
    else
      lowestLight = std::min(lowestLight, position.z);
  }
  EXPECT_LE(highestHeavy, lowestLight);
  // 30 % of the particles are heavy, so that the interface is at the 30 % quantile of uniformly
  // distributed heights. The standard deviation of the quantile is 12 sqrt(0.3 * 0.7 / 11880) =
  // 0.05, and the tolerance is five times as much.
  EXPECT_NEAR(highestHeavy, 0.3f * 12.0f, 0.25f);
}

TEST(InitialState, Layers_FollowThePerturbation) {
  const dpd::ParticleState state =
      stateOf({"initial.state=layers", "initial.axis=x", "initial.perturbation=1.5",
               "initial.modes=[2, 0]", "fluid.density=6"});
  // The interface is at x = x0 + 1.5 cos(2 pi 2 y / 16.5), for one x0 near 0.7 * 20.
  double highestLight = -20.0, lowestHeavy = 40.0;
  for (const glm::vec4& position : state.position) {
    const double height = position.x - 1.5 * std::cos(4.0 * std::numbers::pi * position.y / 16.5);
    if (speciesOf(position) == 0)
      highestLight = std::max(highestLight, height);
    else
      lowestHeavy = std::min(lowestHeavy, height);
  }
  // Heights are compared in doubles made from the same floats. The tolerance of 1e-6 allows for
  // another order of terms.
  EXPECT_LE(highestLight, lowestHeavy + 1e-6);
  EXPECT_NEAR(highestLight, 14.0, 0.25);
}

TEST(InitialState, Layers_FollowTheSpectrumOfTheSeed) {
  const test::Overrides overrides{"initial.state=layers", "initial.perturbation=1.5",
                                  "initial.spectrum=[1, 4]"};
  const dpd::ParticleState state = stateOf(overrides);
  EXPECT_EQ(state.position, stateOf(overrides).position);
  // Heavy particles are above z = 0.7 * 12, with waves whose root mean square is 1.5. Only with
  // waves does the lowest heavy particle reach far below this height.
  float lowestHeavy = 12.0f, highestLight = 0.0f;
  for (const glm::vec4& position : state.position) {
    if (speciesOf(position) == 1)
      lowestHeavy = std::min(lowestHeavy, position.z);
    else
      highestLight = std::max(highestLight, position.z);
  }
  EXPECT_LT(lowestHeavy, 8.4f - 1.5f);
  EXPECT_GT(highestLight, 8.4f + 1.5f);
}

TEST(InitialState, Lattice_KeepsItsSpacing) {
  // There are 11,880 sites with a spacing of 1/3^(1/3). To hold all particles, the lattice has at
  // most one site more along each side, so that its spacing is hardly smaller.
  const dpd::ParticleState state = stateOf({"initial.state=lattice"});
  std::map<std::array<int, 3>, int> cells;
  for (const glm::vec4& p : state.position) {
    ++cells[{static_cast<int>(p.x / 0.6f), static_cast<int>(p.y / 0.6f),
             static_cast<int>(p.z / 0.6f)}];
  }
  for (const auto& [cell, count] : cells) ASSERT_EQ(count, 1);
  EXPECT_EQ(cells.size(), state.count());
}

TEST(InitialState, NearlyEmptyBox_TakesLittleMemory) {
  // The first box has 9e12 cells of edge 1, and the second box has one cell more than 64 bits can
  // count. In the third box a cubic lattice would have 1e21 sites.
  for (const std::vector<std::string>& box :
       {std::vector<std::string>{"box.size=[1e12, 3, 3]", "fluid.density=1e-9"},
        {"box.size=[4194304, 2097152, 2097152]", "fluid.density=1e-17", "search.kind=octant=1e6"},
        {"box.size=[1e30, 3, 3]", "fluid.density=1e-27", "initial.state=lattice"}}) {
    const Scenario scenario = parse(box);
    const dpd::ParticleState state = makeInitialState(scenario);
    EXPECT_EQ(state.count(), static_cast<std::size_t>(particleCount(scenario)));
    for (const glm::vec4& position : state.position) {
      for (int axis = 0; axis < 3; ++axis) {
        ASSERT_GE(position[axis], 0.0f);
        ASSERT_LT(position[axis], static_cast<float>(scenario.fluid.box.size[axis]));
      }
    }
  }
}

TEST(InitialState, OneParticle_IsAtRest) {
  const dpd::ParticleState state = stateOf(
      {"fluid.density=0.0003", "species.0.fraction=0.999999", "species.1.fraction=0.000001"});
  ASSERT_EQ(state.count(), 1u);
  EXPECT_EQ(glm::vec3(state.velocity[0]), glm::vec3(0.0f));
}

struct FromFile : ::testing::Test {
  Scenario scenario = parse({"initial.state=file", "initial.file=/x.xyz", "fluid.density=0.0007"});
  dpd::Particles given{{{5.5f, 0.5f, 0.5f}, {0.5f, 0.5f, 3.5f}, {1.5f, 0.5f, 0.5f}}, {}, {1, 0, 0}};

  dpd::ParticleState begun() const { return makeInitialState(scenario, given, "a source"); }
};

TEST_F(FromFile, KeepsIdsAndOrdersMemoryByCell) {
  given.velocity = {{1.0f, 2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}, {7.0f, 8.0f, 9.0f}};
  const dpd::ParticleState state = begun();
  ASSERT_EQ(state.count(), 3u);
  const std::size_t fileIds[] = {2, 0, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(state.position[i], glm::vec4(given.position[fileIds[i]], given.species[fileIds[i]]));
    EXPECT_EQ(glm::vec3(state.velocity[i]), given.velocity[fileIds[i]]);
    EXPECT_EQ(state.predicted[i],
              glm::vec4(glm::vec3(state.velocity[i]), static_cast<float>(fileIds[i])));
  }
}

TEST_F(FromFile, MissingVelocities_AreMaxwellian) {
  const dpd::ParticleState state = begun();
  ASSERT_EQ(state.velocity.size(), 3u);
  EXPECT_NE(glm::vec3(state.velocity[0]), glm::vec3(0.0f));
  EXPECT_EQ(state.predicted[0].w, 2.0f);
}

TEST_F(FromFile, OtherNumberOfParticles_IsRefused) {
  given.position.pop_back();
  EXPECT_TRUE(test::names(
      gpubuck::test::messageOf<InputError>([&] { begun(); }),
      {"a source", "2 particles", "fluid.density", "0.0007", "3", "0.000505050505050505"}));
}

}  // namespace
}  // namespace gpubuck::scenario
