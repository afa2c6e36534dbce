// Impulses compared with double precision, and their effect on a simulation.
#include "dpd/impulse.h"

#include <fmt/format.h>

#include "dpd/fluids.h"
#include "dpd/rounding.h"
#include "dpd/simulation.h"
#include "reference/geometry.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

using test::kRound;
using test::messageOf;
using test::names;

/// The expected kick of one particle, and its largest error by float32 arithmetic.
struct Kick {
  glm::dvec3 change{0.0};
  double tolerance = 0.0;
};

// With e = 2^-24 and L the distance to the origin of the line and of that to the corner of the box:
// rounding position, origin and direction and the products of the projection moves the vector to
// the line by less than 28 e L. Its length d and direction, and the factor 1 - d / R, change with
// it.
Kick expectedKick(const Impulse& impulse, const Fluid& fluid, const glm::vec4& position) {
  const glm::dvec3 fromOrigin = glm::dvec3(glm::vec3(position)) - impulse.tube.origin;
  const glm::dvec3 toLine =
      glm::dot(fromOrigin, impulse.tube.direction) * impulse.tube.direction - fromOrigin;
  const double d = glm::length(toLine);
  const double full = std::abs(impulse.strength) * fluid.dt;
  const double moved = 28.0 * kRound * (glm::length(fromOrigin) + glm::length(impulse.tube.origin));
  Kick kick;
  // Stirring has a slope of up to 4 there, and the product of two vectors rounds six times more.
  const double steep = impulse.kind == ImpulseKind::Stir ? 4.0 : 1.0;
  kick.tolerance =
      full * std::min(2.0, steep * (moved / impulse.tube.radius + 2.0 * moved / d + 14.0 * kRound));
  if (d >= impulse.tube.radius || d == 0.0) {
    if (d > impulse.tube.radius + moved) kick.tolerance = 0.0;
    return kick;
  }
  const double x = d / impulse.tube.radius;
  const glm::dvec3 way = impulse.kind == ImpulseKind::Stir
                             ? 4.0 * x * glm::cross(impulse.tube.direction, toLine / d)
                             : toLine / d;
  kick.change = impulse.strength * fluid.dt * (1.0 - x) * way;
  if (fluid.box.dimensions == 2) kick.change.z = 0.0;
  return kick;
}

class ImpulseTest : public test::FilledTest {
 protected:
  /// Applies it to `given` and compares. Returns how many particles felt it.
  int expectKicks(const Fluid& fluid, const Impulse& impulse, const ParticleState& given) {
    const auto count = static_cast<std::int64_t>(given.count());
    SCOPED_TRACE(fmt::format("{} particles", count));
    const std::unique_ptr<Step> step =
        makeStep(device_, fluid, {}, cells::makeCellGrid(fluid.box, 1.0), count);
    step->take(given);
    ImpulsePass(*step).run(impulse, fluid.dt);
    const ParticleState state = test::byId(given), kicked = test::byId(step->download());
    test::expectSameTexels(state.position, kicked.position);
    const std::vector<glm::vec4>& velocity = kicked.velocity;
    const std::vector<glm::vec4>& predicted = kicked.predicted;
    int felt = 0;
    for (std::size_t i = 0; i < state.count(); ++i) {
      SCOPED_TRACE(i);
      EXPECT_EQ(velocity[i].w, state.velocity[i].w);
      EXPECT_EQ(predicted[i].w, state.predicted[i].w);
      if (state.velocity[i].w < 0.0F) {
        EXPECT_EQ(velocity[i], state.velocity[i]);
        EXPECT_EQ(predicted[i], state.predicted[i]);
        continue;
      }
      const Kick kick = expectedKick(impulse, fluid, state.position[i]);
      felt += kick.change != glm::dvec3(0.0) ? 1 : 0;
      for (int axis = 0; axis < 3; ++axis) {
        const auto expectSum = [&](float before, float after) {
          const double sum = static_cast<double>(before) + kick.change[axis];
          // A sum is rounded where something is added.
          const double rounding = kick.tolerance > 0.0 ? kRound * std::abs(sum) : 0.0;
          EXPECT_NEAR(after, sum, kick.tolerance + rounding);
        };
        expectSum(state.velocity[i][axis], velocity[i][axis]);
        expectSum(state.predicted[i][axis], predicted[i][axis]);
      }
      if (fluid.box.dimensions == 2) {
        EXPECT_EQ(velocity[i].z, 0.0F);
        EXPECT_EQ(predicted[i].z, 0.0F);
      }
    }
    return felt;
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Fillings, ImpulseTest, ::testing::ValuesIn(test::testedFillings()),
                         test::fillingName);

TEST_P(ImpulseTest, PullAndPush_MatchDoublePrecision) {
  const Fluid fluid = test::mixedFluid({6.0, 5.5, 5.0});
  const glm::dvec3 oblique = glm::normalize(glm::dvec3(0.3, -0.8, 0.5));
  for (const double strength : {40.0, -300.0}) {
    // The origin is outside the box, where a camera is.
    const Impulse impulse{{glm::dvec3(3.0, 2.5, 2.0) - 20.0 * oblique, oblique, 1.75}, strength};
    for (const std::size_t count : {1U, 63U, 64U, 65U, 1000U}) {
      const int felt = expectKicks(fluid, impulse, test::randomState(fluid, count));
      if (count == 1000) {
        EXPECT_GT(felt, 200);
        EXPECT_LT(felt, 800);
      }
    }
  }
  EXPECT_EQ(expectKicks(fluid, {.strength = 1.0}, {}), 0);
}

TEST_P(ImpulseTest, Stir_IsCounterClockwiseAndMatchesDouble) {
  const Fluid fluid = test::mixedFluid({6.0, 5.5, 5.0});
  const glm::dvec3 oblique = glm::normalize(glm::dvec3(0.3, -0.8, 0.5));
  const Impulse impulse{
      {glm::dvec3(3.0, 2.5, 2.0) - 20.0 * oblique, oblique, 1.75}, 40.0, ImpulseKind::Stir};
  for (const std::size_t count : {1U, 65U, 1000U}) {
    const int felt = expectKicks(fluid, impulse, test::randomState(fluid, count));
    EXPECT_GE(felt, count == 1000 ? 200 : 0);
  }
  // Seen from above, as on paper: particles at the right of the line go up.
  const Impulse fromAbove{{{3.0, 2.5, 9.0}, {0.0, 0.0, -1.0}, 2.0}, 10.0, ImpulseKind::Stir};
  Simulation simulation(device_, test::plainFluid({6.0, 5.5, 5.0}), {},
                        {{{4.0F, 2.5F, 2.0F, 0.0F}}, {glm::vec4(0.0F)}, {glm::vec4(0.0F)}});
  simulation.apply(fromAbove);
  EXPECT_EQ(simulation.downloadState().velocity[0].x, 0.0F);
  EXPECT_NEAR(simulation.downloadState().velocity[0].y, 10.0 * simulation.fluid().dt, 1e-6);
}

TEST_P(ImpulseTest, PeriodicSide_StopsIt) {
  const Fluid fluid = test::plainFluid({6.0, 5.5, 5.0});
  const Impulse impulse{{{0.1, 0.1, 2.0}, {0.0, 0.0, 1.0}, 1.5}, 10.0};
  const ParticleState state = test::randomState(fluid, 1000);
  int throughASide = 0;
  for (const glm::vec4& r : state.position) {
    glm::dvec3 d =
        reference::nearestImage(fluid.box, glm::dvec3(glm::vec3(r)), impulse.tube.origin);
    d.z = 0.0;
    const double direct =
        glm::length(glm::dvec2(r.x - impulse.tube.origin.x, r.y - impulse.tube.origin.y));
    throughASide += glm::length(d) < impulse.tube.radius && direct >= impulse.tube.radius ? 1 : 0;
  }
  EXPECT_GT(throughASide, 20);
  EXPECT_GT(expectKicks(fluid, impulse, state), 20);
}

TEST_P(ImpulseTest, TwoDimensions_StayFlat) {
  const Fluid fluid = test::plainFluid({9.0, 8.0, 1.0}, 2);
  const Impulse straight{{{4.0, 4.0, 30.0}, {0.0, 0.0, -1.0}, 2.5}, -25.0};
  const Impulse slanting{{{4.0, 4.0, 3.0}, glm::normalize(glm::dvec3(0.5, 0.2, -1.0)), 2.5}, 25.0};
  EXPECT_GT(expectKicks(fluid, straight, test::randomState(fluid, 500)), 50);
  EXPECT_GT(expectKicks(fluid, slanting, test::randomState(fluid, 500)), 50);
  Impulse stirring = slanting;
  stirring.kind = ImpulseKind::Stir;
  EXPECT_GT(expectKicks(fluid, stirring, test::randomState(fluid, 500)), 50);
}

TEST_P(ImpulseTest, FailedParticlesAndThoseOnTheLine_AreUnchanged) {
  const Fluid fluid = test::plainFluid({6.0, 5.5, 5.0});
  const Impulse impulse{{{2.0, 3.0, 2.0}, {0.0, 1.0, 0.0}, 4.0}, 100.0};
  ParticleState state = test::randomState(fluid, 200);
  state.velocity[7].w = -3.0F;
  state.velocity[150].w = -64.0F;
  state.position[20] = glm::vec4(2.0F, 1.25F, 2.0F, 0.0F);
  EXPECT_GT(expectKicks(fluid, impulse, state), 100);
}

TEST_P(ImpulseTest, NumbersOutOfRange_AreRefused) {
  const Fluid fluid = test::plainFluid({6.0, 5.5, 5.0});
  Simulation simulation(device_, fluid, {}, test::randomState(fluid, 10));
  const auto error = [&](const Impulse& impulse) {
    return messageOf<InputError>([&] { simulation.apply(impulse); });
  };
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(names(error({.tube = {.radius = 0.0}}), {"impulse", "radius", "0"}));
  EXPECT_TRUE(names(error({.tube = {.radius = kNaN}}), {"impulse", "radius", "nan"}));
  EXPECT_TRUE(names(error({.strength = kInfinity}), {"impulse", "strength", "inf"}));
  EXPECT_TRUE(
      names(error({.tube = {.origin = {0.0, kNaN, 0.0}}}), {"impulse", "origin", "finite"}));
  EXPECT_TRUE(
      names(error({.tube = {.direction = {0.0, 0.5, 0.0}}}), {"impulse", "direction", "0.5", "1"}));
  EXPECT_TRUE(names(error({.tube = {.direction = {kNaN, 0.0, 0.0}}}),
                    {"impulse", "direction", "nan", "1"}));
  EXPECT_NO_THROW(simulation.apply(Impulse{}));
}

// An impulse is a change of the state and of nothing else.
TEST_P(ImpulseTest, Run_ContinuesFromThePulledState) {
  const Fluid fluid = test::mixedFluid({6.0, 5.5, 5.0});
  const StepSettings settings{.sort = {.algorithm = sort::Algorithm::Bucket}, .reorderEvery = 0};
  const ParticleState state = test::randomState(fluid, 500);
  const Impulse impulse{{{3.0, 2.5, 2.0}, {0.0, 0.0, 1.0}, 2.0}, 500.0};
  Simulation pulled(device_, fluid, settings, state);
  pulled.apply(impulse);
  const ParticleState changed = pulled.downloadState();
  test::expectSameTexels(state.position, changed.position);
  EXPECT_NE(state.velocity, changed.velocity);
  Simulation fresh(device_, fluid, settings, changed);
  for (int k = 0; k < 3; ++k) {
    pulled.step();
    fresh.step();
  }
  pulled.apply(impulse);
  fresh.apply(impulse);
  fresh.step();
  EXPECT_FALSE(pulled.advance(100));
  EXPECT_TRUE(names(messageOf<RunError>([&] { pulled.apply(impulse); }), {"impulse", "step 3"}));
  pulled.step();
  test::expectSameTexels(fresh.downloadState().position, pulled.downloadState().position);
  test::expectSameTexels(fresh.downloadState().velocity, pulled.downloadState().velocity);
  test::expectSameTexels(fresh.downloadState().predicted, pulled.downloadState().predicted);
}

}  // namespace
}  // namespace gpubuck::dpd
