// Runs that blow up, and states from which a run cannot begin.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::dpd {
namespace {

using test::contains;
using test::messageOf;
using test::names;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

class FailureTest : public test::EngineTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
  Fluid fluid_ = test::plainFluid({4.0, 4.0, 4.0});
  ParticleState state_ = test::randomState(fluid_, 150);

  float idOf(std::size_t i) const { return state_.predicted[i].w; }
};
INSTANTIATE_TEST_SUITE_P(Engines, FailureTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

bool finite(const glm::vec4& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z) && std::isfinite(v.w);
}

TEST_P(FailureTest, HealthyRun_ThrowsNothing) {
  Simulation simulation(device_, fluid_, {}, state_);
  EXPECT_NO_THROW({
    for (int k = 0; k < 130; ++k) simulation.step();
    simulation.checkFailure();
  });
  EXPECT_EQ(simulation.stepNumber(), 130);
}

TEST_P(FailureTest, DisplacementOverTheLimit_IsReportedWithValues) {
  struct Bad {
    glm::vec3 velocity;
    const char* shown;
  };
  fluid_.noise = test::kOracleNoise;  // the noise is the same on every driver
  for (const Bad& bad : {Bad{{0.0F, 500.0F, 0.0F}, ", 500, "},
                         {{kNaN, 0.0F, 0.0F}, "(nan, "},
                         {{0.0F, 0.0F, -kInfinity}, ", -inf)"},
                         {{3e38F, 0.0F, 0.0F}, "e+38"}}) {
    ParticleState state = state_;
    state.velocity[77] = glm::vec4(bad.velocity, 0.0F);
    Simulation simulation(device_, fluid_, {}, state, {.step = 1000});
    simulation.step();
    const std::string message = messageOf<RunError>([&] { simulation.checkFailure(); });
    EXPECT_EQ(messageOf<RunError>([&] { simulation.measure(); }), message);
    EXPECT_TRUE(
        names(message, {"step 1000", fmt::format("particle {}", idOf(77)), "velocity", "0.01"}));
    EXPECT_TRUE(contains(message, bad.shown));
    // The particle is held where it was, and has no effect on other particles.
    for (int k = 0; k < 20; ++k) simulation.step();
    const ParticleState after = test::byId(simulation.downloadState());
    const auto failed = static_cast<std::size_t>(idOf(77));
    EXPECT_EQ(glm::vec3(after.position[failed]), glm::vec3(state.position[77]));
    for (std::size_t i = 0; i < after.count(); ++i) {
      EXPECT_TRUE(finite(after.position[i]));
      EXPECT_TRUE(finite(after.predicted[i]));
      EXPECT_TRUE(i == failed || finite(after.velocity[i])) << i;
    }
  }
}

TEST_P(FailureTest, JustBelowTheLimit_IsNoFailure) {
  fluid_.pairs = {{0.0, 0.0}};
  fluid_.dt = 0.5;
  for (glm::vec4& v : state_.velocity) v = glm::vec4(1.9999F, -1.9999F, 0.0F, 0.0F);
  Simulation simulation(device_, fluid_, {}, state_);
  simulation.step();
  EXPECT_NO_THROW(simulation.checkFailure());
  state_.velocity[3].z = -2.0F;
  Simulation tooFast(device_, fluid_, {}, state_);
  tooFast.step();
  EXPECT_TRUE(names(messageOf<RunError>([&] { tooFast.checkFailure(); }),
                    {"(2, -2, -2)", fmt::format("particle {}", idOf(3))}));
}

// A particle that moves too far would still be outside of the box after one reflection at the far
// side.
TEST_P(FailureTest, ShortSide_LimitsTheDisplacement) {
  fluid_.pairs = {{0.0, 0.0}};
  fluid_.dt = 0.5;
  for (int axis = 0; axis < 3; ++axis) {
    SCOPED_TRACE(cells::kAxisNames[axis]);
    fluid_.box = test::plainFluid({4.0, 4.0, 4.0}).box;
    fluid_.box.size[axis] = 0.25;
    fluid_.box.boundary[static_cast<std::size_t>(axis)] = cells::Boundary::Reflecting;
    ParticleState state = test::randomState(fluid_, 20);
    for (glm::vec4& v : state.velocity) v = glm::vec4(0.0F);
    state.velocity[7][axis] = 0.4999F;
    state.velocity[8][axis] = -0.4999F;
    Simulation simulation(device_, fluid_, {}, state);
    simulation.step();
    EXPECT_NO_THROW(simulation.checkFailure());
    for (const glm::vec4& r : simulation.downloadState().position) {
      EXPECT_GE(r[axis], 0.0F);
      EXPECT_LE(r[axis], 0.25F);
    }
    state.velocity[3][axis] = 1.25F;  // moves two and a half sides, but less than the cut-off
    Simulation tooFast(device_, fluid_, {}, state);
    tooFast.step();
    EXPECT_TRUE(names(messageOf<RunError>([&] { tooFast.checkFailure(); }),
                      {fmt::format("particle {}", state.predicted[3].w), "velocity"}));
  }
}

// A particle may move by less than the cut-off in a step, whatever the edge of the cells that are
// searched.
TEST_P(FailureTest, CellsOfTheSearch_ChangeNothing) {
  fluid_.pairs = {{0.0, 0.0}};
  fluid_.dt = 0.5;
  for (glm::vec4& v : state_.velocity) v = glm::vec4(1.9999F, -1.9999F, 0.0F, 0.0F);
  for (const char* word : {"cells-per-cutoff=4", "octant=2", "octant=4"}) {
    const cells::Method method = cells::parseMethod(word).value();
    state_.velocity[3].z = 0.0F;
    Simulation simulation(device_, fluid_, {}, state_, {}, method);
    simulation.step();
    EXPECT_NO_THROW(simulation.checkFailure());
    state_.velocity[3].z = -2.0F;
    Simulation tooFast(device_, fluid_, {}, state_, {}, method);
    tooFast.step();
    EXPECT_TRUE(names(messageOf<RunError>([&] { tooFast.checkFailure(); }),
                      {"(2, -2, -2)", fmt::format("particle {}", idOf(3))}));
  }
}

// Gravity alone makes particle 5 move: v(n+1/2) = v0 + g dt (n + 1). It becomes too fast at a step
// known beforehand, in the first, second or third block of steps between checks for failures.
TEST_P(FailureTest, Step_IsRightInEveryBlock) {
  fluid_.pairs = {{0.0, 0.0}};
  fluid_.dt = 0.125;
  for (const int failing : {0, 1, 62, 63, 64, 65, 127, 128, 150}) {
    // The displacement at step n is 2^-10 (n + 1) + offset, which reaches the cut-off of 1, the
    // limit, at n = failing.
    fluid_.gravity = {0.0, 0.0, 0.0625};
    for (glm::vec4& v : state_.velocity) v = glm::vec4(0.0F);
    state_.velocity[5].z = 8.0F - 0.0078125F * static_cast<float>(failing + 1);
    Simulation simulation(device_, fluid_, {}, state_, {.step = 7});
    const std::string message = messageOf<RunError>([&] {
      for (int k = 0; k < 200; ++k) simulation.step();
      simulation.checkFailure();
    });
    EXPECT_TRUE(names(message, {fmt::format("step {}", failing + 7), "(0, 0, 8)",
                                fmt::format("particle {}", idOf(5))}));
  }
}

TEST_P(FailureTest, SeveralFailures_ReportTheEarliest) {
  fluid_.pairs = {{0.0, 0.0}};
  fluid_.dt = 0.125;
  fluid_.gravity = {0.0, 0.0, 0.0625};
  for (glm::vec4& v : state_.velocity) v = glm::vec4(0.0F);
  state_.velocity[5].z = 8.0F - 0.0078125F * 12.0F;
  state_.velocity[90].z = 8.0F - 0.0078125F * 9.0F;
  state_.velocity[120].z = 8.0F - 0.0078125F * 30.0F;
  Simulation simulation(device_, fluid_, {}, state_);
  for (int k = 0; k < 40; ++k) simulation.step();
  EXPECT_TRUE(names(messageOf<RunError>([&] { simulation.checkFailure(); }),
                    {"step 8", fmt::format("particle {}", idOf(90))}));
}

TEST_P(FailureTest, TooLongTimeStep_IsReported) {
  fluid_.dt = 1.0;
  Simulation simulation(device_, fluid_, {}, state_);
  const std::string message = messageOf<RunError>([&] {
    for (int k = 0; k < 64; ++k) simulation.step();
  });
  EXPECT_TRUE(names(message, {"step 0", "particle", "dt"}));
}

// A prediction that is not finite spreads to the neighbours by friction, so that the run stops.
TEST_P(FailureTest, NonFinitePrediction_StopsTheRun) {
  for (const float bad : {kNaN, kInfinity}) {
    ParticleState state = state_;
    state.predicted[20].y = bad;
    Simulation simulation(device_, fluid_, {}, state);
    simulation.step();
    EXPECT_TRUE(
        names(messageOf<RunError>([&] { simulation.checkFailure(); }), {"step 0", "particle"}));
    for (const glm::vec4& r : simulation.downloadState().position) EXPECT_TRUE(finite(r));
  }
}

std::string refusal(const texel::Device& device, const Fluid& fluid, const ParticleState& state) {
  return messageOf<InputError>([&] { Simulation(device, fluid, {}, state); });
}

TEST_P(FailureTest, PositionOutsideTheBox_IsRefused) {
  const float above = std::nextafter(4.0F, 5.0F);
  for (const float bad : {-1e-9F, above, 1e30F, kNaN, kInfinity, -kInfinity}) {
    for (int axis = 0; axis < 3; ++axis) {
      ParticleState state = state_;
      state.position[31][axis] = bad;
      const std::string message = refusal(device_, fluid_, state);
      EXPECT_TRUE(names(message, {"initial state", "particle 31", std::string(1, "xyz"[axis]),
                                  fmt::format("{}", bad), "0", "4"}));
    }
  }
  for (glm::vec4& r : state_.position) r = glm::vec4(0.0F, 4.0F, 4.0F, 0.0F);
  state_.position.resize(2);
  state_.velocity.resize(2);
  state_.predicted.resize(2);
  for (int i : {0, 1}) state_.predicted[static_cast<std::size_t>(i)].w = static_cast<float>(i);
  EXPECT_NO_THROW(Simulation(device_, fluid_, {}, state_));
}

TEST_P(FailureTest, UnknownSpecies_IsRefused) {
  for (const float bad : {1.0F, -1.0F, 0.5F, 255.0F, kNaN, kInfinity}) {
    ParticleState state = state_;
    state.position[12].w = bad;
    EXPECT_TRUE(names(refusal(device_, fluid_, state),
                      {"initial state", "particle 12", fmt::format("species {}", bad), "1"}));
  }
}

// On a software renderer, the loops of an invocation end after 65,535 iterations in total
// (shaders/texel/loops_ended.glsl).
TEST_P(FailureTest, TooManyNeighbours_AreReported) {
  const test::ShaderFolder shaders;
  const auto deviceWhereLoopsEnd = [&](const char* condition) {
    shaders.write("texel/loops_ended.glsl",
                  fmt::format("bool loopsEnded(int i) {{ return {}; }}\n", condition));
    return test::makeDevice(GetParam(), test::kTestTextureWidth, shaders.library());
  };
  const texel::Device never = deviceWhereLoopsEnd("i < 0");
  Simulation cut(never, fluid_, {}, state_, {.step = 1000});
  const test::Facts facts{"step 1000", "particle", "neighbours", "65,535", "lower density"};
  EXPECT_TRUE(names(messageOf<RunError>([&] { cut.measure(); }), facts));
  cut.step();
  EXPECT_TRUE(names(messageOf<RunError>([&] { cut.checkFailure(); }), facts));
  const ParticleState held = cut.downloadState();
  for (std::size_t i = 0; i < held.count(); ++i) EXPECT_EQ(held.velocity[i].w, -1.0F) << i;

  const texel::Device once = deviceWhereLoopsEnd("i != 7");
  Simulation one(once, fluid_, {}, state_);
  EXPECT_THROW(one.measure(), RunError);
  one.step();
  EXPECT_THROW(one.checkFailure(), RunError);
}

TEST_P(FailureTest, InvalidNoiseState_IsRefused) {
  for (const float bad : {-0.25F, 1.5F, kNaN}) {
    ParticleState state = state_;
    state.velocity[7].w = bad;
    EXPECT_TRUE(names(refusal(device_, fluid_, state),
                      {"initial state", "particle 7", fmt::format("{}", bad), "0", "1"}));
  }
}

TEST_P(FailureTest, DuplicateOrMissingIds_AreRefused) {
  for (const float bad : {0.5F, -1.0F, static_cast<float>(state_.count()), kNaN}) {
    ParticleState state = state_;
    state.predicted[7].w = bad;
    EXPECT_TRUE(
        names(refusal(device_, fluid_, state), {"particles", "place 7", fmt::format("{}", bad)}));
  }
  state_.predicted[7].w = state_.predicted[8].w;
  EXPECT_TRUE(names(refusal(device_, fluid_, state_), {"place 8", "id"}));
}

TEST_P(FailureTest, FewerThanThreePeriodicCells_AreRefused) {
  fluid_.box.size.y = 2.75;
  state_ = test::randomState(fluid_, 10);
  EXPECT_TRUE(names(refusal(device_, fluid_, state_), {"2.75", "y", "2 cells"}));
}

TEST_P(FailureTest, ArraysOfDifferentLength_AreRefused) {
  for (std::vector<glm::vec4> ParticleState::*member :
       {&ParticleState::velocity, &ParticleState::predicted}) {
    ParticleState state = state_;
    (state.*member).pop_back();
    EXPECT_THROW(Simulation(device_, fluid_, {}, state), Error);
  }
}

}  // namespace
}  // namespace gpubuck::dpd
