// Two particles compared with the formula of the force: each term alone and all terms together, at
// many distances and in many directions, in the bulk and across periodic faces, edges and corners.
#include <fmt/format.h>

#include "dpd/fluids.h"
#include "dpd/rounding.h"
#include "dpd/sorted_particles.h"
#include "reference/geometry.h"

namespace gpubuck::dpd {
namespace {

using test::SortedParticles;

// Pairs of species 0 feel only repulsion, pairs of species 1 only friction, pairs of species 2 only
// noise, and pairs of species 3 all three.
constexpr int kKinds = 4;
constexpr int kFrictionAlone = 1;
constexpr int kNoiseAlone = 2;

// Along each axis, a pair lies around 0 or around the middle of the side (pairsAt). Half of each
// side is at least 3, so that different pairs do not reach each other. dt is a power of two: with
// velocity 0 and mass 1 the new velocity over dt equals the force to the last bit.
Fluid fluidOfKinds(NoiseKind noise, int dimensions) {
  Fluid fluid = test::plainFluid({6.0, 6.75, dimensions == 3 ? 7.5 : 1.0}, dimensions);
  fluid.dt = 0.015625;
  fluid.noise = noise;
  fluid.seed = 7;
  fluid.species.assign(kKinds, fluid.species[0]);
  fluid.pairs.assign(kKinds * kKinds, PairCoefficients{0.0, 0.0});
  fluid.pairs[0] = {25.0, 0.0};
  fluid.pairs[5] = {0.0, 4.5};
  fluid.pairs[10] = {0.0, 4.5 * 0x1p-40};
  fluid.pairs[15] = {25.0, 4.5};
  return fluid;
}

/// Returns the temperature at which pairs of a kind feel only the forces of this kind. If noise is
/// to act alone, friction is so small that it changes no float next to sigma = sqrt(2 gamma kT) =
/// 3.
double temperatureOf(int kind) {
  if (kind == kFrictionAlone) return 0.0;
  return kind == kNoiseAlone ? 0x1p40 : 1.0;
}

float wrapped(double x, double size) {
  if (x < 0.0) x += size;
  const auto inside = static_cast<float>(x);
  return inside >= static_cast<float>(size) ? 0.0F : inside;
}

/// Returns one pair of this kind around each combination of the coordinates 0 and L/2: in the bulk,
/// across a side, across an edge and across a corner. Particles 2k and 2k+1 are a pair.
ParticleState pairsAt(const Fluid& fluid, double distance, const glm::dvec3& direction, int kind) {
  ParticleState state;
  const int corners = 1 << fluid.box.dimensions;
  for (int corner = 0; corner < corners; ++corner) {
    for (const double half : {0.5, -0.5}) {
      const auto i = static_cast<float>(state.count());
      glm::vec4 position(0.0F, 0.0F, 0.0F, static_cast<float>(kind));
      glm::vec4 predicted(0.0F, 0.0F, 0.0F, 1000.0F * i + 70000.0F);  // ids differ from places
      for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
        const double size = fluid.box.size[axis];
        const double centre = ((corner >> axis) & 1) != 0 ? 0.0 : 0.5 * size;
        position[axis] = wrapped(centre + half * distance * direction[axis], size);
        predicted[axis] = std::sin(3.0F * i + static_cast<float>(axis));
      }
      state.position.push_back(position);
      state.velocity.emplace_back(0.0F, 0.0F, 0.0F, std::abs(std::sin(5.0F * i)));
      state.predicted.push_back(predicted);
    }
  }
  return state;
}

std::vector<glm::dvec3> directions(int dimensions) {
  std::vector<glm::dvec3> result{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0},  {0, -1, 0},
                                 {1, 1, 0}, {1, -1, 0}, {3, -2, 0}, {-5, 1, 0}};
  if (dimensions == 3) {
    for (const glm::dvec3& d : {glm::dvec3{0, 0, 1},
                                {0, 0, -1},
                                {1, 1, 1},
                                {1, -1, 1},
                                {-1, 1, 1},
                                {-1, -1, 1},
                                {0, 2, -3},
                                {-4, 1, 2}}) {
      result.push_back(d);
    }
  }
  for (glm::dvec3& d : result) d = glm::normalize(d);
  return result;
}

const std::vector<double> kDistances{0.0, 1e-15, 1e-7, 1e-5,  0.001,  0.05, 0.25,    0.5,
                                     0.7, 0.9,   0.99, 0.999, 0.9999, 1.0,  1.00001, 1.3};

struct Case {
  texel::Engine engine;
  int textureWidth;
  NoiseKind noise;
  int dimensions;
};

std::vector<Case> cases() {
  std::vector<Case> result;
  for (const texel::Engine engine : test::testedEngines()) {
    result.push_back({engine, test::kTestTextureWidth, NoiseKind::Philox, 3});
    result.push_back({engine, test::kTestTextureWidth, NoiseKind::Philox, 2});
    result.push_back({engine, test::kTestTextureWidth, NoiseKind::Karpinski, 3});
    result.push_back({engine, test::kTestTextureWidth, NoiseKind::KarpinskiSequence, 3});
    result.push_back({engine, 0, NoiseKind::Philox, 3});
  }
  return result;
}

const char* nameOf(NoiseKind noise) {
  switch (noise) {
    case NoiseKind::Karpinski:
      return "Karpinski";
    case NoiseKind::KarpinskiSequence:
      return "KarpinskiSequence";
    default:
      return "Philox";
  }
}

std::string caseName(const ::testing::TestParamInfo<Case>& info) {
  return fmt::format("{}{}{}DWidth{}", info.param.engine == texel::Engine::Fast ? "Fast" : "Paper",
                     nameOf(info.param.noise), info.param.dimensions, info.param.textureWidth);
}
void PrintTo(const Case& one, std::ostream* out) { *out << nameOf(one.noise); }

class PairForceTest : public test::GpuTest, public ::testing::WithParamInterface<Case> {
 protected:
  texel::Device device_ = test::makeDevice(GetParam().engine, GetParam().textureWidth);
  Fluid fluid_ = fluidOfKinds(GetParam().noise, GetParam().dimensions);
  SortedParticles particles_{device_, fluid_, std::size_t{2} << GetParam().dimensions};
  ForceMove pass_{device_, fluid_, particles_.grid()};

  /// Returns the forces on particles that are all of one kind.
  std::vector<glm::vec3> forces(const ParticleState& state, std::int64_t step = 0) {
    fluid_.kT = temperatureOf(static_cast<int>(state.position[0].w));
    pass_.setFluid(fluid_);
    std::vector<glm::vec3> result;
    for (const glm::vec4& v : particles_.step(pass_, state, step).velocity) {
      result.push_back(glm::vec3(v) / static_cast<float>(fluid_.dt));
    }
    return result;
  }

  /// Returns theta of each pair k, the particles 2k and 2k + 1, for kinds of noise whose oracle is
  /// not exact. Theta is computed from the force at half the cut-off. Its error is a few roundings
  /// of the force, relative to the force at theta = 1.
  std::vector<double> solvedTheta(std::int64_t step = 0) {
    const ParticleState state = pairsAt(fluid_, 0.5, {1.0, 0.0, 0.0}, kNoiseAlone);
    const std::vector<glm::vec3> force = forces(state, step);
    const reference::PairForces ofOne = reference::pairForces(
        fluid_, test::oracleState(state).forceInput(), [](int, int) { return 1.0; });
    std::vector<double> theta;
    for (std::size_t i = 0; i < force.size(); i += 2) {
      const glm::dvec3 one = ofOne.force[i];
      theta.push_back(glm::dot(glm::dvec3(force[i]), one) / glm::dot(one, one));
    }
    return theta;
  }

  reference::Theta theta(const ParticleState& state) {
    switch (GetParam().noise) {
      case NoiseKind::Philox:
        return test::philoxTheta(state, 0, fluid_.seed);
      case NoiseKind::KarpinskiSequence:
        return test::sequenceTheta(state);
      default:
        return [solved = solvedTheta()](int i, int) {
          return solved[static_cast<std::size_t>(i) / 2];
        };
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Cases, PairForceTest, ::testing::ValuesIn(cases()), caseName);

TEST_P(PairForceTest, EveryDistance_MatchesTheFormula) {
  // The noise depends on ids, step and states, which do not change with the distance.
  const ParticleState any = pairsAt(fluid_, 0.5, {1.0, 0.0, 0.0}, kNoiseAlone);
  const reference::Theta theta = this->theta(any);
  // A theta found from a force has an additional error of at most 64 roundings of values near 1.
  const double solvedError = GetParam().noise == NoiseKind::Karpinski ? 64.0 * test::kRound : 0.0;
  int inside = 0;
  int beyond = 0;
  std::vector<double> distances = kDistances;
  // On textures of the usual width a step takes as long as ten steps on narrow textures.
  if (GetParam().textureWidth == 0) distances = {0.0, 0.5, 0.9999, 1.3};
  for (const double distance : distances) {
    for (const glm::dvec3& direction : directions(GetParam().dimensions)) {
      for (int kind = 0; kind < kKinds; ++kind) {
        const ParticleState state = pairsAt(fluid_, distance, direction, kind);
        const reference::ForceInput input = test::oracleState(state).forceInput();
        const std::vector<glm::vec3> force = forces(state);
        const reference::PairForces expected = reference::pairForces(fluid_, input, theta);
        const test::RoundingBounds bounds = test::roundingBounds(fluid_, input, theta);
        for (std::size_t i = 0; i < force.size(); ++i) {
          const std::size_t partner = i ^ 1U;
          const double r = glm::length(
              reference::nearestImage(fluid_.box, input.position[i], input.position[partner]));
          const double tolerance = bounds.force[i] + 3.0 / std::sqrt(fluid_.dt) * solvedError;
          for (int axis = 0; axis < 3; ++axis) {
            ASSERT_NEAR(force[i][axis], expected.force[i][axis], tolerance)
                << fmt::format("kind {}, pair {}, axis {}, r = {}", kind, i / 2, axis, r);
          }
          ASSERT_TRUE(force[i] == -force[partner]) << fmt::format(
              "not opposite to the last bit: kind {}, pair {}, r = {}", kind, i / 2, r);
          if (r >= 1.00001 - 1e-6) {
            ASSERT_TRUE(force[i] == glm::vec3(0.0F)) << "beyond the cut-off, r = " << r;
            ++beyond;
          }
          if (r > 0.0 && r < 0.9) {
            ASSERT_TRUE(force[i] != glm::vec3(0.0F)) << "r = " << r << ", kind " << kind;
            ++inside;
          }
        }
      }
    }
  }
  EXPECT_GT(inside, 500);
  EXPECT_GT(beyond, 500);
}

TEST_P(PairForceTest, CutOffAndCoincidence_GiveZero) {
  for (const double distance : {0.0, 1.0}) {
    for (int kind = 0; kind < kKinds; ++kind) {
      for (const glm::dvec3& direction : {glm::dvec3{1, 0, 0}, {0, 1, 0}}) {
        const ParticleState state = pairsAt(fluid_, distance, direction, kind);
        const std::vector<glm::vec3> force = forces(state);
        ASSERT_FALSE(force.empty());
        for (const glm::vec3& f : force) EXPECT_TRUE(f == glm::vec3(0.0F)) << "r = " << distance;
      }
    }
  }
}

TEST_P(PairForceTest, Noise_IsInRangeAndDiffersByPair) {
  const std::vector<double> theta = solvedTheta();
  ASSERT_EQ(theta.size(), std::size_t{1} << GetParam().dimensions);
  for (std::size_t k = 0; k < theta.size(); ++k) {
    EXPECT_LE(std::abs(theta[k]), std::sqrt(3.0) + 64.0 * test::kRound);
    for (std::size_t other = 0; other < k; ++other) {
      EXPECT_GT(std::abs(theta[k] - theta[other]), 1e-5) << "pairs " << k << " and " << other;
    }
  }
}

TEST_P(PairForceTest, Noise_DependsOnStepAndSeedOrState) {
  const std::vector<double> first = solvedTheta(0);
  const std::vector<double> later = solvedTheta(1);
  fluid_.seed = 8;
  pass_ = ForceMove(device_, fluid_, particles_.grid());
  const std::vector<double> reseeded = solvedTheta(0);
  for (std::size_t k = 0; k < first.size(); ++k) {
    if (GetParam().noise == NoiseKind::KarpinskiSequence) {
      // This noise depends on the particles' states, which are the same in all three calls, and
      // does not depend on step and seed.
      EXPECT_EQ(first[k], later[k]);
      EXPECT_EQ(first[k], reseeded[k]);
      continue;
    }
    EXPECT_GT(std::abs(first[k] - later[k]), 1e-5) << "step 1, pair " << k;
    EXPECT_GT(std::abs(first[k] - reseeded[k]), 1e-5) << "seed 8, pair " << k;
  }
}

TEST_P(PairForceTest, NoiseState_IsAdvancedByRecurrenceOnly) {
  const ParticleState state = pairsAt(fluid_, 0.5, {1.0, 0.0, 0.0}, kNoiseAlone);
  const ParticleState next = particles_.step(pass_, state);
  ASSERT_EQ(next.count(), state.count());
  for (std::size_t i = 0; i < state.count(); ++i) {
    const float before = state.velocity[i].w;
    const float after = next.velocity[i].w;
    if (GetParam().noise != NoiseKind::KarpinskiSequence) {
      EXPECT_EQ(after, before);
      continue;
    }
    EXPECT_GE(after, 0.0F);
    EXPECT_LT(after, 1.0F);
    // The noise's recurrence contains a fifth power of up to 152. The power takes five operations,
    // each with a rounding of up to 152 e, where e is 2^-24.
    const double expected = reference::karpinskiSequenceAdvance(before);
    const double difference = std::abs(after - expected);
    EXPECT_LE(std::min(difference, 1.0 - difference), 5.0 * 152.0 * test::kRound);
  }
}

}  // namespace
}  // namespace gpubuck::dpd
