// A pull and a stirring along a line compared with double precision, and their effect on a
// simulation.
#include "dpd/steps/effect_pass.h"

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

/// The expected kick of one particle, and the largest error that single precision may cause.
struct Kick {
  glm::dvec3 change{0.0};
  double tolerance = 0.0;
};

// Let e be 2^-24, and L the sum of two distances: from the particle to the origin of the line, and
// from this origin to the corner of the box. The vector to the line changes by less than 28 e L by
// rounding of the position, the origin, the direction and the products of the projection. The
// errors of its length d, of its direction and of the factor 1 - d / R follow from this error.
Kick expectedKick(const Effect& effect, const Fluid& fluid, const glm::vec4& position) {
  const glm::dvec3 fromOrigin = glm::dvec3(glm::vec3(position)) - effect.tube->origin;
  const glm::dvec3 toLine =
      glm::dot(fromOrigin, effect.tube->direction) * effect.tube->direction - fromOrigin;
  const double d = glm::length(toLine);
  const double full = std::abs(effect.strength) * fluid.dt;
  const double moved = 28.0 * kRound * (glm::length(fromOrigin) + glm::length(effect.tube->origin));
  Kick kick;
  // The profile of stirring has a slope of up to 4, and the vector product has six more roundings.
  const double steep = effect.kind == EffectKind::Stir ? 4.0 : 1.0;
  kick.tolerance =
      full * std::min(2.0, steep * (moved / effect.tube->radius + 2.0 * moved / d + 14.0 * kRound));
  if (d >= effect.tube->radius || d == 0.0) {
    if (d > effect.tube->radius + moved) kick.tolerance = 0.0;
    return kick;
  }
  const double x = d / effect.tube->radius;
  const glm::dvec3 way = effect.kind == EffectKind::Stir
                             ? 4.0 * x * glm::cross(effect.tube->direction, toLine / d)
                             : toLine / d;
  kick.change = effect.strength * fluid.dt * (1.0 - x) * way;
  if (fluid.box.dimensions == 2) kick.change.z = 0.0;
  return kick;
}

class PointerEffectTest : public test::FilledTest {
 protected:
  /// Applies the effect to `given` and compares the result. Returns the number of particles that
  /// felt the effect.
  int expectKicks(const Fluid& fluid, const Effect& effect, const ParticleState& given) {
    const auto count = static_cast<std::int64_t>(given.count());
    SCOPED_TRACE(fmt::format("{} particles", count));
    const std::unique_ptr<Step> step =
        makeStep(device_, fluid, {}, cells::makeCellGrid(fluid.box, 1.0), count);
    step->take(given);
    EffectPass(device_, fluid, *step, count).run(effect, fluid, {.dt = fluid.dt});
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
      const Kick kick = expectedKick(effect, fluid, state.position[i]);
      felt += kick.change != glm::dvec3(0.0) ? 1 : 0;
      for (int axis = 0; axis < 3; ++axis) {
        const auto expectSum = [&](float before, float after) {
          const double sum = static_cast<double>(before) + kick.change[axis];
          // A velocity to which the effect adds nothing is not rounded.
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
INSTANTIATE_TEST_SUITE_P(Fillings, PointerEffectTest, ::testing::ValuesIn(test::testedFillings()),
                         test::fillingName);

TEST_P(PointerEffectTest, PullAndPush_MatchDoublePrecision) {
  const Fluid fluid = test::mixedFluid({6.0, 5.5, 5.0});
  const glm::dvec3 oblique = glm::normalize(glm::dvec3(0.3, -0.8, 0.5));
  for (const double strength : {40.0, -300.0}) {
    // The origin is outside of the box, as a camera is.
    const Effect pull =
        test::pullAlong({glm::dvec3(3.0, 2.5, 2.0) - 20.0 * oblique, oblique, 1.75}, strength);
    for (const std::size_t count : {1U, 63U, 64U, 65U, 1000U}) {
      const int felt = expectKicks(fluid, pull, test::randomState(fluid, count));
      if (count == 1000) {
        EXPECT_GT(felt, 200);
        EXPECT_LT(felt, 800);
      }
    }
  }
  EXPECT_EQ(expectKicks(fluid, test::pullAlong({}, 1.0), {}), 0);
}

TEST_P(PointerEffectTest, Stir_IsCounterClockwiseAndMatchesDouble) {
  const Fluid fluid = test::mixedFluid({6.0, 5.5, 5.0});
  const glm::dvec3 oblique = glm::normalize(glm::dvec3(0.3, -0.8, 0.5));
  const Effect stir = test::along({glm::dvec3(3.0, 2.5, 2.0) - 20.0 * oblique, oblique, 1.75},
                                  EffectKind::Stir, 40.0);
  for (const std::size_t count : {1U, 65U, 1000U}) {
    const int felt = expectKicks(fluid, stir, test::randomState(fluid, count));
    EXPECT_GE(felt, count == 1000 ? 200 : 0);
  }
  // The line points down, along -z. Seen from above, with x to the right and y up, a particle to
  // the right of the line is pushed up.
  const Effect fromAbove =
      test::along({{3.0, 2.5, 9.0}, {0.0, 0.0, -1.0}, 2.0}, EffectKind::Stir, 10.0);
  Simulation simulation(device_, test::plainFluid({6.0, 5.5, 5.0}), {},
                        {{{4.0F, 2.5F, 2.0F, 0.0F}}, {glm::vec4(0.0F)}, {glm::vec4(0.0F)}});
  simulation.apply(fromAbove);
  EXPECT_EQ(simulation.downloadState().velocity[0].x, 0.0F);
  EXPECT_NEAR(simulation.downloadState().velocity[0].y, 10.0 * simulation.fluid().dt, 1e-6);
}

TEST_P(PointerEffectTest, PeriodicSide_StopsIt) {
  const Fluid fluid = test::plainFluid({6.0, 5.5, 5.0});
  const Effect effect = test::pullAlong({{0.1, 0.1, 2.0}, {0.0, 0.0, 1.0}, 1.5}, 10.0);
  const ParticleState state = test::randomState(fluid, 1000);
  int throughASide = 0;
  for (const glm::vec4& r : state.position) {
    glm::dvec3 d =
        reference::nearestImage(fluid.box, glm::dvec3(glm::vec3(r)), effect.tube->origin);
    d.z = 0.0;
    const double direct =
        glm::length(glm::dvec2(r.x - effect.tube->origin.x, r.y - effect.tube->origin.y));
    throughASide += glm::length(d) < effect.tube->radius && direct >= effect.tube->radius ? 1 : 0;
  }
  EXPECT_GT(throughASide, 20);
  EXPECT_GT(expectKicks(fluid, effect, state), 20);
}

TEST_P(PointerEffectTest, TwoDimensions_StayFlat) {
  const Fluid fluid = test::plainFluid({9.0, 8.0, 1.0}, 2);
  const Effect straight = test::pullAlong({{4.0, 4.0, 30.0}, {0.0, 0.0, -1.0}, 2.5}, -25.0);
  const Effect slanting =
      test::pullAlong({{4.0, 4.0, 3.0}, glm::normalize(glm::dvec3(0.5, 0.2, -1.0)), 2.5}, 25.0);
  EXPECT_GT(expectKicks(fluid, straight, test::randomState(fluid, 500)), 50);
  EXPECT_GT(expectKicks(fluid, slanting, test::randomState(fluid, 500)), 50);
  Effect stirring = slanting;
  stirring.kind = EffectKind::Stir;
  EXPECT_GT(expectKicks(fluid, stirring, test::randomState(fluid, 500)), 50);
}

TEST_P(PointerEffectTest, FailedParticlesAndThoseOnTheLine_AreUnchanged) {
  const Fluid fluid = test::plainFluid({6.0, 5.5, 5.0});
  const Effect effect = test::pullAlong({{2.0, 3.0, 2.0}, {0.0, 1.0, 0.0}, 4.0}, 100.0);
  ParticleState state = test::randomState(fluid, 200);
  state.velocity[7].w = -3.0F;
  state.velocity[150].w = -64.0F;
  state.position[20] = glm::vec4(2.0F, 1.25F, 2.0F, 0.0F);
  EXPECT_GT(expectKicks(fluid, effect, state), 100);
}

TEST_P(PointerEffectTest, NumbersOutOfRange_AreRefused) {
  const Fluid fluid = test::plainFluid({6.0, 5.5, 5.0});
  Simulation simulation(device_, fluid, {}, test::randomState(fluid, 10));
  const auto error = [&](const Effect& effect) {
    return messageOf<InputError>([&] { simulation.apply(effect); });
  };
  const auto pulling = [](const Tube& tube, double strength = 1.0) {
    return test::pullAlong(tube, strength);
  };
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(names(error(pulling({.radius = 0.0})), {"effect.radius", "0"}));
  EXPECT_TRUE(names(error(pulling({.radius = kNaN})), {"effect.radius", "nan"}));
  EXPECT_TRUE(names(error(pulling({}, kInfinity)), {"effect.strength", "inf"}));
  EXPECT_TRUE(names(error(pulling({.origin = {0.0, kNaN, 0.0}})), {"effect.origin", "finite"}));
  EXPECT_TRUE(
      names(error(pulling({.direction = {0.0, 0.5, 0.0}})), {"effect.direction", "0.5", "1"}));
  EXPECT_TRUE(
      names(error(pulling({.direction = {kNaN, 0.0, 0.0}})), {"effect.direction", "nan", "1"}));
  EXPECT_TRUE(
      names(error(test::along({}, EffectKind::Couple, -1.0)), {"effect.strength", "-1", "0"}));
  EXPECT_TRUE(
      names(error(test::along({}, EffectKind::Couple, 1.0, -2.0)), {"effect.kT", "-2", "0"}));
  EXPECT_TRUE(names(error(test::paintAlong({}, 1)), {"effect.into", "species 1"}));
  EXPECT_TRUE(names(error(test::along({}, EffectKind::Move, 1.0)), {"effect.kind", "move"}));
  EXPECT_NO_THROW(simulation.apply(pulling({}, 0.0)));
}

// A pull changes the state and nothing else.
TEST_P(PointerEffectTest, Run_ContinuesFromThePulledState) {
  const Fluid fluid = test::mixedFluid({6.0, 5.5, 5.0});
  const StepSettings settings{.sort = {.algorithm = sort::Algorithm::Bucket}, .reorderEvery = 0};
  const ParticleState state = test::randomState(fluid, 500);
  const Effect effect = test::pullAlong({{3.0, 2.5, 2.0}, {0.0, 0.0, 1.0}, 2.0}, 500.0);
  Simulation pulled(device_, fluid, settings, state);
  pulled.apply(effect);
  const ParticleState changed = pulled.downloadState();
  test::expectSameTexels(state.position, changed.position);
  EXPECT_NE(state.velocity, changed.velocity);
  Simulation fresh(device_, fluid, settings, changed);
  for (int k = 0; k < 3; ++k) {
    pulled.step();
    fresh.step();
  }
  pulled.apply(effect);
  fresh.apply(effect);
  fresh.step();
  EXPECT_FALSE(pulled.advance(100));
  EXPECT_TRUE(names(messageOf<RunError>([&] { pulled.apply(effect); }), {"effect", "step 3"}));
  pulled.step();
  test::expectSameTexels(fresh.downloadState().position, pulled.downloadState().position);
  test::expectSameTexels(fresh.downloadState().velocity, pulled.downloadState().velocity);
  test::expectSameTexels(fresh.downloadState().predicted, pulled.downloadState().predicted);
}

}  // namespace
}  // namespace gpubuck::dpd
