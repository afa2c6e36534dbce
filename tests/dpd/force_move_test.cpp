// One step of many particles against the oracle's forces and leap-frog: mixed species, gravity, two
// and three dimensions, periodic sides and walls, every size of array around a texture row.
#include <fmt/format.h>

#include "dpd/fluids.h"
#include "dpd/rounding.h"
#include "dpd/sorted_particles.h"
#include "reference/geometry.h"
#include "support/long_tests.h"

namespace gpubuck::dpd {
namespace {

using cells::Boundary;
using test::kRound;
using test::SortedParticles;

class ForceMoveTest : public test::FilledTest {};
INSTANTIATE_TEST_SUITE_P(Fillings, ForceMoveTest, ::testing::ValuesIn(test::testedFillings()),
                         test::fillingName);

/// Expects `next` to be one leap-frog step after `state`. Tolerances follow the operations of
/// shaders/dpd/force_move.glsl and the rounding of each. The tolerance of the force is in
/// rounding.h. Returns how many coordinates crossed a side.
int expectStep(const Fluid& fluid, const ParticleState& state, const reference::Theta& theta,
               const ParticleState& next, const reference::ParticleTheta& dragTheta = {}) {
  const reference::LeapfrogState before = test::oracleState(state);
  const reference::PairForces forces = reference::pairForces(fluid, before.forceInput(), theta);
  const test::RoundingBounds bounds = test::roundingBounds(fluid, before.forceInput(), theta);
  const reference::LeapfrogStep expected =
      reference::leapfrog(fluid, before, forces.force, dragTheta);
  int crossed = 0;
  EXPECT_EQ(next.count(), state.count());
  for (std::size_t i = 0; i < next.count(); ++i) {
    SCOPED_TRACE(fmt::format("particle {} of {}", i, next.count()));
    const double mass = fluid.species[static_cast<std::size_t>(before.species[i])].mass;
    glm::dvec3 position = expected.next.position[i];
    const glm::dvec3 off =
        reference::nearestImage(fluid.box, glm::dvec3(glm::vec3(next.position[i])), position);
    const test::AccelerationBound acceleration =
        test::accelerationBound(fluid, mass, forces.force[i], bounds.force[i], before.predicted[i]);
    for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
      const double speed = std::abs(before.velocity[i][axis]) + acceleration.size * fluid.dt;
      const double size = fluid.box.size[axis];
      const double velocityError = fluid.dt * acceleration.error + 2.0 * kRound * speed;
      const double positionError =
          fluid.dt * (velocityError + 2.0 * kRound * speed) + 3.0 * kRound * size;
      EXPECT_NEAR(next.velocity[i][axis], expected.next.velocity[i][axis], velocityError);
      EXPECT_NEAR(next.predicted[i][axis], expected.next.predicted[i][axis],
                  1.5 * velocityError + 6.0 * kRound * speed);
      EXPECT_LE(std::abs(off[axis]), positionError);
      EXPECT_GE(next.position[i][axis], 0.0F);
      if (fluid.box.isPeriodic(axis)) {
        EXPECT_LT(next.position[i][axis], static_cast<float>(size));
      } else {
        EXPECT_LE(next.position[i][axis], static_cast<float>(size));
      }
      const double after = 2.0 * expected.velocityAtStep[i][axis] - before.velocity[i][axis];
      const double straight = state.position[i][axis] + fluid.dt * after;
      if (straight < 0.0 || straight > size) ++crossed;
    }
    if (fluid.box.dimensions == 2) {
      EXPECT_EQ(next.position[i].z, 0.0F);
    }
    EXPECT_EQ(next.position[i].w, state.position[i].w);
    EXPECT_EQ(next.predicted[i].w, state.predicted[i].w);
  }
  return crossed;
}

void expectSentinelsBehind(const SortedParticles& particles) {
  const std::int64_t count = particles.next().position.count();
  if (count % particles.next().position.texture().width() == 0) return;  // no padding
  for (const ParticleArrays* arrays : {&particles.now(), &particles.next()}) {
    test::expectSentinelFrom(arrays->position, count);
    test::expectSentinelFrom(arrays->velocity, count);
    test::expectSentinelFrom(arrays->predicted, count);
  }
}

/// Returns the fluid with fast particles, many of which cross a side in a step.
Fluid hot(Fluid fluid) {
  fluid.kT = 25.0;
  fluid.dt = 0.04;
  fluid.noise = test::kOracleNoise;
  return fluid;
}

int expectOracle(const texel::Device& device, const Fluid& fluid, std::size_t count,
                 std::int64_t step = 0, const cells::Method& search = {}) {
  SCOPED_TRACE(fmt::format("{} particles in {}", count, fluid.box.size.x));
  SortedParticles particles(device, fluid, count, {}, search);
  ForceMove pass(device, fluid, particles.grid());
  const ParticleState state = test::randomState(hot(fluid), count);
  const ParticleState next = particles.step(pass, state, step);
  expectSentinelsBehind(particles);
  if (fluid.noise == NoiseKind::KarpinskiSequence) {
    return expectStep(fluid, state, test::sequenceTheta(state), next);
  }
  return expectStep(fluid, state, test::philoxTheta(state, step, fluid.seed), next,
                    test::philoxDragTheta(state, step, fluid.seed));
}

TEST_P(ForceMoveTest, PeriodicBoxWithoutNoise) {
  const Fluid fluid = test::withoutNoise(hot(test::mixedFluid({4.0, 3.3, 5.25})));
  EXPECT_GT(expectOracle(test::makeDevice(GetParam()), fluid, 300), 20);
}

TEST_P(ForceMoveTest, GravityBetweenWallsWithoutNoise) {
  Fluid fluid = test::withoutNoise(hot(test::mixedFluid({4.0, 3.3, 5.25})));
  fluid.gravity = {0.5, -0.25, -3.0};
  fluid.box.boundary[2] = Boundary::Reflecting;
  EXPECT_GT(expectOracle(test::makeDevice(GetParam()), fluid, 300), 20);
}

TEST_P(ForceMoveTest, TwoDimensions) {
  Fluid fluid = hot(test::mixedFluid({7.0, 9.5, 1.0}, 2));
  fluid.gravity = {0.0, -1.0, 0.0};
  fluid.box.boundary[1] = Boundary::Reflecting;
  EXPECT_GT(expectOracle(test::makeDevice(GetParam()), fluid, 600), 5);
}

// With walls all around, a side may have one or two cells, or be shorter than the cut-off.
TEST_P(ForceMoveTest, ClosedBoxOfFewCells) {
  Fluid fluid = hot(test::mixedFluid({2.5, 1.25, 0.75}));
  fluid.box.boundary = {Boundary::Reflecting, Boundary::Reflecting, Boundary::Reflecting};
  EXPECT_GT(expectOracle(test::makeDevice(GetParam()), fluid, 40), 5);
}

TEST_P(ForceMoveTest, OtherSearchCells) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid walls = hot(test::mixedFluid({2.5, 1.25, 5.25}));
  walls.box.boundary = {Boundary::Reflecting, Boundary::Reflecting, Boundary::Periodic};
  const std::vector<Fluid> fluids{hot(test::mixedFluid({4.0, 4.2, 5.25})), walls,
                                  hot(test::mixedFluid({4.0, 9.5, 1.0}, 2))};
  // Shaders are compiled for each method and fluid, so the fluids take turns.
  std::size_t turn = 0;
  for (const char* word : {"cells-per-cutoff=2", "cells-per-cutoff=3", "cells-per-cutoff=4",
                           "octant=2", "octant=2.52", "octant=4"}) {
    SCOPED_TRACE(word);
    const std::size_t first = turn++ % fluids.size();
    for (std::size_t k = 0; k < fluids.size(); ++k) {
      if (k != first && !test::longTests()) continue;
      expectOracle(device, fluids[k], 200, 0, cells::parseMethod(word).value());
    }
  }
}

TEST_P(ForceMoveTest, PhiloxNoiseAtALaterStep) {
  Fluid fluid = hot(test::mixedFluid({4.0, 3.3, 5.25}));
  fluid.seed = 4'000'000'007U;
  expectOracle(test::makeDevice(GetParam()), fluid, 300, 123'456);
}

TEST_P(ForceMoveTest, VelocityVerletOfEveryLambda) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid fluid = hot(test::mixedFluid({4.0, 3.3, 5.25}));
  fluid.integrator = Integrator::VelocityVerlet;
  fluid.box.boundary[2] = Boundary::Reflecting;
  for (const double lambda : {0.0, 0.5, 0.65, 1.0}) {
    SCOPED_TRACE(lambda);
    fluid.lambda = lambda;
    EXPECT_GT(expectOracle(device, fluid, 300), 20);
  }
}

TEST_P(ForceMoveTest, TwoStreams) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid fluid = hot(test::mixedFluid({4.0, 3.3, 5.25}));
  fluid.gravity = {0.25, 0.0, 0.0};
  fluid.poiseuille = 3.0;
  expectOracle(device, fluid, 300);
  // In two dimensions the streams are separated along y.
  fluid = hot(test::mixedFluid({7.0, 9.5, 1.0}, 2));
  fluid.poiseuille = -3.0;
  expectOracle(device, fluid, 300);
}

TEST_P(ForceMoveTest, DragByMediumAtRest) {
  const texel::Device device = test::makeDevice(GetParam());
  for (Fluid fluid :
       {hot(test::mixedFluid({4.0, 3.3, 5.25})), hot(test::mixedFluid({7.0, 9.5, 1.0}, 2))}) {
    fluid.drag = 2.0;
    fluid.seed = 4'000'000'007U;
    expectOracle(device, fluid, 300, 123'456);
    fluid.kT = 0.0;
    expectOracle(device, fluid, 300);
  }
}

TEST_P(ForceMoveTest, RecurrenceOfThePaper) {
  Fluid fluid = hot(test::mixedFluid({4.0, 3.3, 5.25}));
  fluid.noise = NoiseKind::KarpinskiSequence;
  expectOracle(test::makeDevice(GetParam()), fluid, 300);
}

TEST_P(ForceMoveTest, DefaultTextureWidth) {
  expectOracle(test::makeDevice(GetParam(), 0), hot(test::mixedFluid({4.0, 3.3, 5.25})), 300);
}

TEST_P(ForceMoveTest, EverySizeAroundATextureRow) {
  const texel::Device device = test::makeDevice(GetParam());
  constexpr std::size_t kW = test::kTestTextureWidth;
  for (const std::size_t count :
       {std::size_t{1}, std::size_t{2}, kW - 1, kW, kW + 1, 2 * kW, 2 * kW + 37}) {
    expectOracle(device, hot(test::mixedFluid({3.0, 4.0, 3.0})), count);
  }
}

TEST_P(ForceMoveTest, NoParticles_DoNothing) {
  const texel::Device device = test::makeDevice(GetParam());
  const Fluid fluid = test::plainFluid({3.0, 3.0, 3.0});
  SortedParticles particles(device, fluid, 0);
  ForceMove pass(device, fluid, particles.grid());
  EXPECT_EQ(particles.step(pass, {}).count(), 0U);
  test::expectSentinelFrom(particles.next().position, 0);
}

// A hundred particles are in one cell, and the rest of the box is empty. The lists are long, and
// all pairs are inside of one list.
TEST_P(ForceMoveTest, ParticlesInOneCell) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid fluid = test::mixedFluid({4.0, 4.0, 4.0});
  fluid.noise = test::kOracleNoise;
  ParticleState state = test::randomState(fluid, 100);
  for (glm::vec4& r : state.position) r = glm::vec4(glm::vec3(r) * 0.2F + 1.1F, r.w);
  SortedParticles particles(device, fluid, state.count());
  ForceMove pass(device, fluid, particles.grid());
  expectStep(fluid, state, test::philoxTheta(state, 5, fluid.seed), particles.step(pass, state, 5));
}

// The algorithms order the particles of a cell differently, so that sums differ, but only by
// rounding.
TEST_P(ForceMoveTest, ListsAndRangesOfEverySort) {
  const texel::Device device = test::makeDevice(GetParam());
  const Fluid fluid = hot(test::mixedFluid({4.0, 3.3, 5.25}));
  const ParticleState state = test::randomState(fluid, 300);
  for (const sort::AlgorithmInfo& info : sort::algorithms()) {
    if (!sort::whyNot(info.algorithm, device.capabilities()).empty()) continue;
    SCOPED_TRACE(info.name);
    SortedParticles particles(device, fluid, state.count(), {.algorithm = info.algorithm});
    ForceMove pass(device, fluid, particles.grid());
    expectStep(fluid, state, test::philoxTheta(state, 0, fluid.seed), particles.step(pass, state));
  }
}

/// Chains of three particles in a row, 0.6 apart, so that the ends do not reach each other. The
/// forces on the ends therefore give the noises of both pairs of the particle in the middle.
class ChainNoise {
 public:
  ChainNoise(const texel::Device& device, NoiseKind noise)
      : fluid_(fluidOf(noise)),
        particles_(device, fluid_, kChains * 3),
        pass_(device, fluid_, particles_.grid()) {
    for (int k = 0; k < kChains; ++k) {
      const glm::vec3 centre(2.0F + 3.0F * static_cast<float>(k % 8),
                             1.0F + 2.0F * static_cast<float>(k / 8 % 8),
                             1.0F + 2.0F * static_cast<float>(k / 64));
      // The id of the particle in the middle is the smallest, the second or the largest of the
      // three ids.
      for (int place = 0; place < 3; ++place) {
        const float offset = 0.6F * static_cast<float>(place - 1);
        const auto id = static_cast<float>(3 * k + (place + k) % 3);
        state_.position.emplace_back(centre.x + offset, centre.y, centre.z, 0.0F);
        state_.velocity.emplace_back(0.0F);
        state_.predicted.emplace_back(0.0F, 0.0F, 0.0F, id);
      }
    }
  }

  /// Calls `add(first, second)` with the noises of both pairs of each chain.
  template <typename Add>
  void step(std::int64_t step, Add add) {
    const ParticleState next = particles_.step(pass_, state_, step);
    for (std::size_t k = 0; k < kChains; ++k) {
      add(theta(next, 3 * k, 3 * k + 1), theta(next, 3 * k + 2, 3 * k + 1));
    }
  }

  static constexpr int kChains = 512;

 private:
  static Fluid fluidOf(NoiseKind noise) {
    Fluid fluid = test::plainFluid({24.0, 16.0, 16.0});
    fluid.pairs = {{0.0, 0.5}};
    fluid.noise = noise;
    return fluid;
  }

  double theta(const ParticleState& next, std::size_t end, std::size_t middle) const {
    const double d = static_cast<double>(state_.position[end].x) - state_.position[middle].x;
    const double force = next.velocity[end].x / fluid_.dt * (d > 0.0 ? 1.0 : -1.0);
    return force * std::sqrt(fluid_.dt) / (1.0 - std::abs(d));
  }

  Fluid fluid_;
  SortedParticles particles_;
  ForceMove pass_;
  ParticleState state_;
};

// The statistics of each noise are tested on its oracle (tests/reference/noise_test.cpp); this test
// checks that the force pass uses the noise rightly. By hypothesis the n = 512 * 40 values are
// independent. A mean then scatters by 1/sqrt(n), the variance by sqrt((9/5 - 1)/n), and a
// covariance by 1/sqrt(n). Each tolerance is 5 times the scatter, and is exceeded with a
// probability of 1e-6.
TEST_P(ForceMoveTest, Noise_HasUnitVarianceAndDiffersByPairAndStep) {
  const texel::Device device = test::makeDevice(GetParam());
  for (const NoiseKind noise : {NoiseKind::Karpinski, NoiseKind::Philox}) {
    ChainNoise chains(device, noise);
    constexpr int kSteps = 40;
    double mean = 0.0, square = 0.0, sharing = 0.0, successive = 0.0, neighbours = 0.0,
           largest = 0.0;
    std::vector<double> previous(ChainNoise::kChains, 0.0);
    for (int step = 0; step < kSteps; ++step) {
      std::size_t k = 0;
      double last = 0.0;
      chains.step(step, [&](double first, double second) {
        mean += first;
        square += first * first;
        sharing += first * second;
        successive += first * previous[k];
        neighbours += first * last;
        largest = std::max({largest, std::abs(first), std::abs(second)});
        last = previous[k++] = first;
      });
    }
    constexpr double kDraws = 1.0 * ChainNoise::kChains * kSteps;
    const double scatter = 5.0 / std::sqrt(kDraws);
    SCOPED_TRACE(noise == NoiseKind::Philox ? "philox" : "karpinski");
    EXPECT_NEAR(mean / kDraws, 0.0, scatter);
    EXPECT_NEAR(square / kDraws, 1.0, std::sqrt(0.8) * scatter);
    EXPECT_NEAR(sharing / kDraws, 0.0, scatter);
    EXPECT_NEAR(successive / kDraws, 0.0, scatter);
    EXPECT_NEAR(neighbours / kDraws, 0.0, scatter);
    // The largest of 20,000 draws is within 0.001 of the end of the range almost surely.
    EXPECT_NEAR(largest, std::sqrt(3.0), 0.002);
    EXPECT_LE(largest, std::sqrt(3.0) * (1.0 + 32.0 * kRound));
  }
}

}  // namespace
}  // namespace gpubuck::dpd
