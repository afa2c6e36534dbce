// Positions that end a step on a side of the box, next to it or beyond it.
#include <cmath>

#include "dpd/fluids.h"
#include "dpd/rounding.h"
#include "dpd/sorted_particles.h"

namespace gpubuck::dpd {
namespace {

using cells::Boundary;
using test::SortedParticles;

class SidesTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, SidesTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

/// Returns a fluid of particles that do not act on each other. Since dt is 1, a velocity is a
/// displacement.
Fluid freeFluid(const glm::dvec3& size, int dimensions = 3) {
  Fluid fluid = test::plainFluid(size, dimensions);
  fluid.pairs = {{0.0, 0.0}};
  fluid.dt = 1.0;
  return fluid;
}

struct Move {
  float from;
  float by;
};

/// Returns moves that end at both ends of 0..size, an ulp away from them, and well beyond them.
std::vector<Move> moves(float size) {
  const float ulp = size - std::nextafter(size, 0.0F);  // spacing of floats below size
  const float above = std::nextafter(size, 2.0F * size) - size;
  return {{0.0F, -1e-9F},
          {0.0F, -1e-30F},
          {0.0F, -1e-35F},
          {0.0F, 0.0F},
          {0.0F, -0.0F},
          {0.25F, -0.25F},
          {0.25F, -0.25F - 1.0F / 16777216.0F},
          {0.25F, -0.25F + 1.0F / 16777216.0F},
          {0.125F, -0.875F},
          {size - 0.5F, 0.5F},
          {size - 0.5F, 0.5F + above},
          {size - 0.5F, 0.5F - ulp},
          {size - ulp, ulp},
          {size - 0.125F, 0.875F},
          {size - ulp, 0.0F}};
}

/// Returns one particle for each move along each axis. It is in the middle of the box along the
/// other axes.
ParticleState moving(const Fluid& fluid) {
  ParticleState state;
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    for (const Move& move : moves(static_cast<float>(fluid.box.size[axis]))) {
      glm::vec4 position(0.0F), velocity(0.0F);
      for (int k = 0; k < fluid.box.dimensions; ++k) {
        position[k] = 0.5F * static_cast<float>(fluid.box.size[k]);
      }
      position[axis] = move.from;
      velocity[axis] = move.by;
      const auto id = static_cast<float>(state.count());
      state.position.push_back(position);
      state.velocity.push_back(velocity);
      state.predicted.emplace_back(glm::vec3(velocity), id);
    }
  }
  return state;
}

struct Moved {
  Fluid fluid;
  ParticleState before;
  ParticleState after;
};

Moved moveOnce(texel::Engine engine, const Fluid& fluid) {
  const texel::Device device = test::makeDevice(engine);
  const ParticleState state = moving(fluid);
  SortedParticles particles(device, fluid, state.count());
  ForceMove pass(device, fluid, particles.grid());
  return {fluid, state, particles.step(pass, state)};
}

// The sum of position and displacement is rounded by the magnitude of the box, and so is the
// difference after a side is subtracted.
double tolerance(double size) { return 2.0 * size * test::kRound; }

TEST_P(SidesTest, PeriodicPositions_EndBelowTheFarSide) {
  // Floats cannot represent 5.1, 3.3 and 4097.7, so these sides are rounded.
  for (const glm::dvec3 size : {glm::dvec3{6.0, 6.75, 8.0}, {5.1, 3.3, 4097.7}}) {
    const Moved moved = moveOnce(GetParam(), freeFluid(size));
    ASSERT_EQ(moved.after.count(), 45U);
    int wrapped = 0;
    for (std::size_t i = 0; i < moved.after.count(); ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        const auto side = static_cast<float>(size[axis]);
        const float x = moved.after.position[i][axis];
        EXPECT_GE(x, 0.0F) << "particle " << i;
        EXPECT_LT(x, side) << "particle " << i;
        const double straight =
            static_cast<double>(moved.before.position[i][axis]) + moved.before.velocity[i][axis];
        const double off = std::abs(x - straight);
        EXPECT_LE(std::min(off, std::abs(off - side)), tolerance(side))
            << "particle " << i << " from " << straight;
        if (off > 1.0) ++wrapped;
        EXPECT_EQ(moved.after.velocity[i][axis], moved.before.velocity[i][axis]);
        EXPECT_FLOAT_EQ(moved.after.predicted[i][axis], moved.before.velocity[i][axis]);
      }
    }
    EXPECT_GE(wrapped, 15);
  }
}

TEST_P(SidesTest, Walls_ReflectPositionAndBothVelocities) {
  for (const int dimensions : {2, 3}) {
    Fluid fluid = freeFluid({6.0, 6.75, dimensions == 3 ? 8.0 : 1.0}, dimensions);
    fluid.box.boundary = {Boundary::Reflecting, Boundary::Reflecting, Boundary::Reflecting};
    const Moved moved = moveOnce(GetParam(), fluid);
    ASSERT_EQ(moved.after.count(), 15U * static_cast<unsigned>(dimensions));
    int mirrored = 0;
    for (std::size_t i = 0; i < moved.after.count(); ++i) {
      for (int axis = 0; axis < dimensions; ++axis) {
        const double side = fluid.box.size[axis];
        const float x = moved.after.position[i][axis];
        const float v = moved.before.velocity[i][axis];
        const double straight = static_cast<double>(moved.before.position[i][axis]) + v;
        EXPECT_GE(x, 0.0F);
        EXPECT_LE(x, static_cast<float>(side));
        const double mirror =
            straight < 0.0 ? -straight : (straight > side ? 2.0 * side - straight : straight);
        EXPECT_NEAR(x, mirror, tolerance(side)) << "particle " << i;
        // A particle that ends exactly on the wall may keep its velocity or have it reversed.
        if (straight == 0.0 || straight == side) continue;
        const float expected = straight < 0.0 || straight > side ? -v : v;
        if (expected != v) ++mirrored;
        EXPECT_EQ(moved.after.velocity[i][axis], expected) << "particle " << i;
        EXPECT_FLOAT_EQ(moved.after.predicted[i][axis], expected) << "particle " << i;
      }
    }
    EXPECT_GE(mirrored, 6 * dimensions);
  }
}

// At a wall, the velocity of the step before must be reversed, too, before the prediction uses it.
// Otherwise the prediction's error would be of the order of the velocity instead of the force.
TEST_P(SidesTest, Prediction_UsesBothReflectedVelocities) {
  Fluid fluid = freeFluid({6.0, 6.0, 6.0});
  fluid.box.boundary[2] = Boundary::Reflecting;
  fluid.gravity = {0.0, 0.0, -0.25};
  const texel::Device device = test::makeDevice(GetParam());
  SortedParticles particles(device, fluid, 1);
  ForceMove pass(device, fluid, particles.grid());
  const ParticleState next = particles.step(
      pass,
      {{{3.0F, 3.0F, 0.25F, 0.0F}}, {{0.0F, 0.0F, -0.25F, 0.0F}}, {{0.0F, 0.0F, 0.0F, 0.0F}}});
  // Gravity changes v from -0.25 to -0.5, and the wall reverses v to 0.5. The wall mirrors z = 0.25
  // - 0.5 to 0.25. The prediction is 1.5 * 0.5 - 0.5 * 0.25. All numbers are exact.
  EXPECT_EQ(next.position[0].z, 0.25F);
  EXPECT_EQ(next.velocity[0].z, 0.5F);
  EXPECT_EQ(next.predicted[0].z, 0.625F);
}

// A state may have a particle on the far side of a periodic box, which is the same place as the
// near side.
TEST_P(SidesTest, FarSide_FeelsTheForcesOfTheNearSide) {
  const Fluid fluid = test::withoutNoise(test::plainFluid({6.0, 6.75, 8.0}));
  const texel::Device device = test::makeDevice(GetParam());
  SortedParticles particles(device, fluid, 3);
  ForceMove pass(device, fluid, particles.grid());
  const auto velocities = [&](float x) {
    ParticleState state;
    for (const float other : {x, 0.25F, 5.5F}) {
      state.position.emplace_back(other, 3.0F, 3.0F, 0.0F);
      state.velocity.emplace_back(0.0F);
      state.predicted.emplace_back(0.0F, 0.0F, 0.0F, static_cast<float>(state.velocity.size()));
    }
    return particles.step(pass, state).velocity;
  };
  const std::vector<glm::vec4> near = velocities(0.0F);
  ASSERT_NE(near[0].x, 0.0F);
  // The lists may be in another order, but the sum of two forces does not depend on it.
  test::expectSameTexels(near, velocities(6.0F));
}

}  // namespace
}  // namespace gpubuck::dpd
