// Steps with lists of neighbours: no pair is missed in any step, and it does not matter when and in
// which order neighbours are listed.
#include "dpd/steps/verlet_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "dpd/sorted_particles.h"
#include "reference/geometry.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::dpd {
namespace {

using cells::Boundary;
using test::expectSameState;

class FastVerletStepTest : public test::GpuTest {
 protected:
  texel::Device device_{
      {.engine = texel::Engine::Fast, .textureWidth = test::kTestTextureWidth, .software = true}};
  texel::ComputeLimits limits_ = device_.computeLimits("lists");

  VerletStep makeStep(const Fluid& fluid, std::size_t count) const {
    const auto particles = static_cast<std::int64_t>(count);
    const auto lists = VerletStep::gridFor(limits_, fluid.box, particles);
    return {device_, fluid, cells::makeCellGrid(fluid.box, 1.0), lists.value(), particles};
  }

  /// Returns the particles of a step, in the order of ids.
  static ParticleState byId(VerletStep& step) { return test::byId(step.download()); }

  static void makeStepOf(VerletStep& step, std::int64_t number, std::int64_t particles) {
    step.begin(number, {});
    step.run({.step = number}, static_cast<int>(number), {0, particles});
    step.finish();
  }
};

ParticleState after(const texel::Device& device, const Fluid& fluid, const ParticleState& state,
                    int steps, const Clock& clock = {}) {
  Simulation simulation(device, fluid, {}, state, clock);
  for (int k = 0; k < steps; ++k) simulation.step();
  simulation.checkFailure();
  return simulation.downloadState();
}

/// Counts the pairs of `state` nearer than the cut-off, and among them the pairs that are not in
/// the lists of both particles. The particles are in the order of their ids.
struct PairCount {
  int near = 0;
  int missed = 0;
};
PairCount countPairs(const Fluid& fluid, const ParticleState& state,
                     const std::vector<std::vector<std::size_t>>& lists) {
  PairCount result;
  const auto place = [&](std::size_t i) { return glm::dvec3(glm::vec3(state.position[i])); };
  const auto lists_ = [&](std::size_t i, std::size_t j) {
    return std::ranges::count(lists[i], j) == 1;
  };
  for (std::size_t i = 0; i < state.count(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (glm::length(reference::nearestImage(fluid.box, place(i), place(j))) >= 1.0) continue;
      ++result.near;
      if (!lists_(i, j) || !lists_(j, i)) ++result.missed;
    }
  }
  return result;
}

TEST_F(FastVerletStepTest, EveryStep_FindsEveryPair) {
  std::vector<Fluid> fluids{test::plainFluid({5.0, 4.5, 3.8}),
                            test::plainFluid({12.5, 5.0, 1.0}, 2),
                            test::plainFluid({4.1, 2.0, 5.0})};
  fluids[2].box.boundary[1] = Boundary::Reflecting;
  fluids[2].gravity = {0.0, -5.0, 0.0};
  for (const Fluid& fluid : fluids) {
    SCOPED_TRACE(
        fmt::format("box {} x {} x {}", fluid.box.size.x, fluid.box.size.y, fluid.box.size.z));
    constexpr std::size_t kParticles = 250;
    const ParticleState state = test::randomState(fluid, kParticles);
    VerletStep step = makeStep(fluid, kParticles);
    step.take(state);
    constexpr int kSteps = 60;
    for (int k = 0; k < kSteps; ++k) {
      const PairCount pairs = countPairs(fluid, byId(step), step.downloadLists());
      ASSERT_GT(pairs.near, 100);
      ASSERT_EQ(pairs.missed, 0) << "step " << k;
      makeStepOf(step, k, kParticles);
    }
    // The lists have lasted several steps each, but had to be made again.
    EXPECT_GT(step.listings(), kSteps / 10);
    EXPECT_LT(step.listings(), kSteps / 2);
  }
}

// Two particles approach each other from a distance just beyond the reach of the lists. They
// approach fast, or so slowly that each moves by nearly half the skin before they are neighbours.
TEST_F(FastVerletStepTest, HeadOnPair_IsListedInTime) {
  struct Case {
    float speed, fromMiddle;
    int steps;
  };
  Fluid fluid = test::withoutNoise(test::plainFluid({5.0, 5.0, 5.0}));
  fluid.pairs = {{0.0, 0.0}};
  for (const Case& each : {Case{5.0F, 0.63F, 20}, Case{0.8F, 0.6251F, 60}}) {
    for (const glm::vec3 direction : {glm::vec3(1.0F, 0.0F, 0.0F), glm::vec3(0.0F, 0.6F, -0.8F)}) {
      for (const float share : {0.5F, 1.0F}) {  // the first particle's share of the approach
        for (const float middle : {2.5F, 4.9F}) {
          ParticleState state;
          for (const float side : {1.0F, -1.0F}) {
            const float speed = each.speed * (side > 0.0F ? share : 1.0F - share);
            glm::vec3 place = middle + each.fromMiddle * side * direction;
            place -= 5.0F * glm::floor(place / 5.0F);
            const float id = side > 0.0F ? 0.0F : 1.0F;
            state.position.emplace_back(place, 0.0F);
            state.velocity.emplace_back(-side * speed * direction, 0.0F);
            state.predicted.emplace_back(-side * speed * direction, id);
          }
          VerletStep step = makeStep(fluid, 2);
          step.take(state);
          EXPECT_TRUE(step.downloadLists()[0].empty());
          int near = 0;
          for (int k = 0; k < each.steps; ++k) {
            makeStepOf(step, k, 2);
            const PairCount pairs = countPairs(fluid, byId(step), step.downloadLists());
            near += pairs.near;
            ASSERT_EQ(pairs.missed, 0) << "step " << k;
          }
          EXPECT_GT(near, 5);
        }
      }
    }
  }
}

/// Returns two particles at `distance` from each other. The line between them crosses a side of the
/// box, which is 5 long, if `middle` is near the side.
ParticleState pairOf(const glm::vec3& direction, float distance, float middle) {
  ParticleState state;
  for (const float side : {1.0F, -1.0F}) {
    glm::vec3 place = middle + 0.5F * distance * side * direction;
    place -= 5.0F * glm::floor(place / 5.0F);
    state.position.emplace_back(place, 0.0F);
    state.velocity.emplace_back(0.0F);
    state.predicted.emplace_back(0.0F, 0.0F, 0.0F, side > 0.0F ? 0.0F : 1.0F);
  }
  return state;
}

// The skin is 0.25 wide. A particle may move by half of the skin before neighbours are listed
// again.
TEST_F(FastVerletStepTest, Lists_ReachExactlyToTheSkin) {
  const Fluid fluid = test::plainFluid({5.0, 5.0, 5.0});
  VerletStep step = makeStep(fluid, 2);
  for (const glm::vec3 direction : {glm::vec3(1.0F, 0.0F, 0.0F), glm::vec3(0.0F, 0.0F, -1.0F),
                                    glm::vec3(0.6F, 0.0F, 0.8F), glm::vec3(0.48F, -0.6F, 0.64F)}) {
    for (const float middle : {2.5F, 4.9F}) {
      for (const float distance : {1.2499F, 1.2501F}) {
        step.take(pairOf(direction, distance, middle));
        const std::vector<std::vector<std::size_t>> lists = step.downloadLists();
        for (std::size_t i = 0; i < 2; ++i) {
          EXPECT_EQ(std::ranges::count(lists[i], 1 - i), distance < 1.25F ? 1 : 0)
              << distance << " around " << middle;
        }
      }
    }
  }
}

// The numbers of cells go beyond 65,535. The particles are in the first cells, in the last cells,
// and in between.
TEST_F(FastVerletStepTest, PlaneOfMoreThan65536Cells_IsListed) {
  Fluid fluid = test::plainFluid({400.0, 450.0, 1.0}, 2);
  constexpr std::size_t kParticles = 3000;
  ParticleState state = test::byId(test::randomState(fluid, kParticles));
  std::mt19937 random(4);
  std::uniform_real_distribution<float> unit(0.0F, 1.0F);
  for (std::size_t i = 0; i < kParticles; ++i) {
    // Three strips along x, each 5.9 wide: at both ends of the box, and around cell 65,536.
    const float strip[] = {0.0F, 255.0F, 444.0F};
    state.position[i].x = 399.9F * unit(random);
    state.position[i].y = strip[i % 3] + 5.9F * unit(random);
  }
  VerletStep step = makeStep(fluid, kParticles);
  step.take(state);
  ASSERT_GT(VerletStep::gridFor(limits_, fluid.box, kParticles)->count(), 100'000);
  for (int k = 0; k < 2; ++k) {
    const ParticleState now = byId(step);
    if (k == 0) expectSameState(state, now);
    const PairCount pairs = countPairs(fluid, now, step.downloadLists());
    EXPECT_GT(pairs.near, 1000);
    EXPECT_EQ(pairs.missed, 0);
    makeStepOf(step, k, kParticles);
  }
}

TEST_F(FastVerletStepTest, Particles_AreListedById) {
  const Fluid fluid = test::mixedFluid({6.0, 5.0, 4.0});
  for (const std::size_t count :
       {std::size_t{1}, std::size_t{31}, std::size_t{32}, std::size_t{301}}) {
    const ParticleState state = test::randomState(fluid, count);
    VerletStep step = makeStep(fluid, count);
    step.take(state);
    expectSameState(state, step.download());
    test::touch(device_, step);
    expectSameState(test::byId(state), step.download());
    expectSameState(test::byId(state), step.textures().download());
  }
}

// If there is not enough room to note the near particles in parts of 32, whole stretches of
// particles in successive cells are noted instead.
TEST_F(FastVerletStepTest, DenseFluid_ListsStretches) {
  const Fluid fluid = test::plainFluid({5.0, 4.0, 4.5});
  constexpr std::size_t kParticles = 90 * 25;
  const ParticleState state = test::randomState(fluid, kParticles);
  VerletStep step = makeStep(fluid, kParticles);
  step.take(state);
  const std::vector<std::vector<std::size_t>> lists = step.downloadLists();
  // The list is much longer than the number of neighbours within its radius of 1.25. At a density
  // of 25, this number is 25 * 1.25^3 * 4 pi / 3 = 205.
  EXPECT_GT(lists[0].size(), 400U);
  const PairCount pairs = countPairs(fluid, test::byId(state), lists);
  EXPECT_GT(pairs.near, 100'000);
  EXPECT_EQ(pairs.missed, 0);

  const ParticleState listed = after(device_, fluid, state, 1);
  const ParticleState walked =
      after(texel::Device({.engine = texel::Engine::Fast, .software = false}), fluid, state, 1);
  double largest = 0.0;
  for (std::size_t i = 0; i < kParticles; ++i) {
    largest = std::max<double>(
        largest, glm::length(glm::vec3(listed.velocity[i] - test::byId(walked).velocity[i])));
  }
  // The forces of 105 neighbours are up to 80 each. Their sums are exact on the device for a
  // software renderer, and are rounded on the other device.
  EXPECT_LT(largest, 0.01 * 105 * 80 * 0x1p-22);
}

// A software renderer ends long loops early (shaders/texel/loops_ended.glsl). If a particle has too
// many candidates for such a renderer, its list holds all particles instead.
TEST_F(FastVerletStepTest, ListsOfAllParticles_GiveTheSameForces) {
  const test::ShaderFolder shaders;
  std::string text = test::readFile(shaders.path() / "dpd/verlet_list.glsl");
  const std::string condition = "if (!loopsEnded(i))";
  ASSERT_NE(text.find(condition), std::string::npos);
  text.replace(text.find(condition), condition.size(), "if (i % 3 == 0)");
  shaders.write("dpd/verlet_list.glsl", text);
  const texel::Device device(
      {.engine = texel::Engine::Fast, .shaders = shaders.library(), .software = true});
  const Fluid fluid = test::mixedFluid({6.0, 5.5, 5.0});
  const ParticleState state = test::randomState(fluid, 500);
  expectSameState(after(device_, fluid, state, 20), after(device, fluid, state, 20));
}

TEST_F(FastVerletStepTest, OrderAndTimeOfListing_ChangeNothing) {
  const Fluid fluid = test::mixedFluid({6.0, 5.5, 5.0});
  ParticleState state = test::byId(test::randomState(fluid, 500));
  const ParticleState straight = after(device_, fluid, state, 20);
  // Each step is made by a new simulation, which lists all neighbours again. The order of the
  // particles changes each time.
  std::mt19937 random(5);
  for (int k = 0; k < 20; ++k) {
    ParticleState shuffled = state;
    std::vector<std::size_t> order(state.count());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::shuffle(order, random);
    for (std::size_t i = 0; i < order.size(); ++i) {
      shuffled.position[i] = state.position[order[i]];
      shuffled.velocity[i] = state.velocity[order[i]];
      shuffled.predicted[i] = state.predicted[order[i]];
    }
    state = after(device_, fluid, shuffled, 1, {.step = k});
  }
  expectSameState(straight, state);
}

TEST_F(FastVerletStepTest, SumsOfStrongAndWeakForces_AreExact) {
  for (const double a : {1e-3, 25.0, 5e3}) {
    Fluid fluid = test::withoutNoise(test::plainFluid({5.0, 5.0, 5.0}));
    fluid.pairs = {{a, 0.0}};
    fluid.dt = 0.1 / std::sqrt(1.0 + a);
    const ParticleState state = test::byId(test::randomState(fluid, 375));
    const ParticleState listed = after(device_, fluid, state, 1);
    double largest = 0.0;
    for (std::size_t i = 0; i < state.count(); ++i) {
      glm::dvec3 force(0.0);
      for (std::size_t j = 0; j < state.count(); ++j) {
        const glm::dvec3 d =
            reference::nearestImage(fluid.box, glm::dvec3(glm::vec3(state.position[i])),
                                    glm::dvec3(glm::vec3(state.position[j])));
        const double r = glm::length(d);
        if (j != i && r < 1.0) force += a * (1.0 - r) / r * d;
      }
      const glm::dvec3 expected = glm::dvec3(glm::vec3(state.velocity[i])) + fluid.dt * force;
      const glm::dvec3 is(glm::vec3(listed.velocity[i]));
      largest = std::max(largest, glm::length(is - expected) / (1.0 + glm::length(expected)));
    }
    EXPECT_LT(largest, 2e-6) << a;
  }
}

TEST_F(FastVerletStepTest, BoxOfFewCells_HasNoLists) {
  const auto has = [&](const glm::dvec3& size, std::int64_t particles = 10) {
    return VerletStep::gridFor(limits_, test::plainFluid(size).box, particles).has_value();
  };
  EXPECT_TRUE(has({4.0, 4.0, 4.0}));
  EXPECT_FALSE(has({4.0, 3.7, 4.0}));
  EXPECT_FALSE(has({4.0, 4.0, 4.0}, std::int64_t{1} << 40));
  Fluid walled = test::plainFluid({4.0, 0.5, 4.0});
  walled.box.boundary[1] = Boundary::Reflecting;
  EXPECT_TRUE(VerletStep::gridFor(limits_, walled.box, 10).has_value());
  // The edges of ten cells would equal the radius of the lists except for rounding.
  const cells::Box box = test::plainFluid({12.5, 12.5, 12.5}).box;
  const auto grid = VerletStep::gridFor(limits_, box, 10);
  EXPECT_EQ(grid.value().cells, glm::ivec3(9));
  limits_.bufferTexels = grid.value().count();  // the starts of cells need one texel more
  EXPECT_FALSE(VerletStep::gridFor(limits_, box, 10).has_value());
}

}  // namespace
}  // namespace gpubuck::dpd
