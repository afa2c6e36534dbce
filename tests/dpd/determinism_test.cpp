// The same run repeated, continued from a checkpoint, on the other engine, and with the other mode
// of sorting.
#include "base/error.h"

#include "dpd/fluids.h"
#include "dpd/rounding.h"
#include "dpd/simulation.h"
#include "reference/geometry.h"
#include "support/gpu_test.h"
#include "support/sorts.h"

namespace gpubuck::dpd {
namespace {

using cells::Boundary;
using sort::Algorithm;
using test::expectSameState;

/// Returns a fluid of two species between walls under gravity, so that particles sink and fill the
/// cells unevenly.
Fluid sinkingFluid(NoiseKind noise = NoiseKind::Karpinski) {
  Fluid fluid = test::plainFluid({9.0, 8.5, 9.0});
  fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 2.0, 0.5, ""}};
  fluid.pairs = {{25.0, 4.5}, {35.0, 4.5}, {35.0, 4.5}, {25.0, 4.5}};
  fluid.box.boundary[2] = Boundary::Reflecting;
  fluid.gravity = {0.0, 0.0, -0.2};
  fluid.noise = noise;
  return fluid;
}

constexpr std::size_t kParticles = 2000;

void advance(Simulation& simulation, int steps) {
  for (int k = 0; k < steps; ++k) simulation.step();
  simulation.checkFailure();
}

bool samePositions(const ParticleState& a, const ParticleState& b) {
  return a.position == b.position;
}

ParticleState after(const texel::Device& device, const Fluid& fluid, const StepSettings& settings,
                    int steps) {
  Simulation simulation(device, fluid, settings, test::randomState(fluid, kParticles));
  advance(simulation, steps);
  if (const sort::Statistics* sorted = simulation.sortStatistics()) {
    EXPECT_GT(sorted->moved, 0);
  }
  return simulation.downloadState();
}

/// Returns the largest difference between the positions of two states, measured to the nearest
/// images.
double largestDifference(const Fluid& fluid, const ParticleState& one, const ParticleState& other) {
  const ParticleState a = test::byId(one);
  const ParticleState b = test::byId(other);
  double largest = 0.0;
  for (std::size_t i = 0; i < a.count(); ++i) {
    const glm::dvec3 d = reference::nearestImage(fluid.box, glm::dvec3(glm::vec3(a.position[i])),
                                                 glm::dvec3(glm::vec3(b.position[i])));
    largest = std::max(largest, glm::length(d));
  }
  return largest;
}

class DeterminismTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, DeterminismTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(DeterminismTest, TwoRuns_AreIdenticalAndAnotherSeedDiffers) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid fluid = sinkingFluid();
  const ParticleState first = after(device, fluid, {}, 200);
  expectSameState(first, after(device, fluid, {}, 200));
  fluid.seed = 2;
  EXPECT_FALSE(samePositions(first, after(device, fluid, {}, 200)));
}

TEST_P(DeterminismTest, TextureWidth_ChangesNothing) {
  const Fluid fluid = sinkingFluid();
  expectSameState(after(test::makeDevice(GetParam()), fluid, {}, 20),
                  after(test::makeDevice(GetParam(), 0), fluid, {}, 20));
}

// The shaders for a software renderer and for a GPU visit the same neighbours. If the sort has a
// fixed order, both shaders visit the neighbours in this order. After ten steps, the error that a
// lost neighbour causes is far larger than the rounding errors of fused products or of another
// order of sums.
TEST_P(DeterminismTest, SoftwareRendererShaders_ChangeNothing) {
  const Fluid fluid = sinkingFluid();
  const auto afterIn = [&](bool software, Algorithm algorithm) {
    const texel::Device device(
        {.engine = GetParam(), .textureWidth = test::kTestTextureWidth, .software = software});
    return after(device, fluid, {.sort = {.algorithm = algorithm}}, 10);
  };
  const bool roundsAlike = test::makeDevice(GetParam()).capabilities().software;
  for (const Algorithm algorithm : {Algorithm::Auto, Algorithm::Bitonic}) {
    const ParticleState one = afterIn(true, algorithm), other = afterIn(false, algorithm);
    const bool sumsAlike = GetParam() == texel::Engine::Paper || algorithm != Algorithm::Auto;
    if (roundsAlike && sumsAlike) expectSameState(one, other);
    EXPECT_LT(largestDifference(fluid, one, other), 1e-3);
  }
}

TEST_P(DeterminismTest, MeasuringAndReadingLists_ChangesNothing) {
  const texel::Device device = test::makeDevice(GetParam());
  const Fluid fluid = sinkingFluid();
  Simulation watched(device, fluid, {}, test::randomState(fluid, kParticles));
  for (int k = 0; k < 20; ++k) {
    if (k % 3 == 0) watched.measure();
    if (k % 4 == 0) watched.downloadLists();
    if (k % 5 == 0) watched.checkFailure();
    watched.step();
  }
  expectSameState(after(device, fluid, {}, 20), watched.downloadState());
}

// A checkpoint holds the state and the lists. The 64 steps after which a run looks for failures end
// between the steps 50 and 100. The second simulation restarts this count.
TEST_P(DeterminismTest, ContinuedRun_EqualsTheUninterruptedOne) {
  const texel::Device device = test::makeDevice(GetParam());
  for (const NoiseKind noise : {NoiseKind::Karpinski, NoiseKind::KarpinskiSequence}) {
    const Fluid fluid = sinkingFluid(noise);
    const ParticleState straight = after(device, fluid, {}, 100);

    Simulation before(device, fluid, {}, test::randomState(fluid, kParticles));
    advance(before, 50);
    const ParticleState state = before.downloadState();
    Simulation continued(device, fluid, {}, state, before.clock());
    continued.restoreLists(before.downloadLists());
    EXPECT_EQ(continued.stepNumber(), 50);
    expectSameState(state, continued.downloadState());
    advance(continued, 50);
    EXPECT_EQ(continued.stepNumber(), 100);
    EXPECT_EQ(continued.time(), 100 * fluid.dt);
    expectSameState(straight, continued.downloadState());

    // The lists matter: without them, forces are added in another order. In the fast engine the
    // order depends only on ids.
    Simulation without(device, fluid, {}, state, before.clock());
    advance(without, 50);
    EXPECT_EQ(samePositions(straight, without.downloadState()), GetParam() == texel::Engine::Fast);
  }
}

TEST(RestoreLists, OtherSize_IsRefused) {
  const texel::Device device = test::makeDevice(texel::Engine::Paper);
  const Fluid fluid = test::plainFluid({3.0, 3.0, 3.0});
  Simulation simulation(device, fluid, {}, test::randomState(fluid, 10));
  const ListState good = simulation.downloadLists();
  EXPECT_NO_THROW(simulation.restoreLists(good));
  for (std::vector<std::uint32_t> ListState::*member :
       {&ListState::mapping, &ListState::head, &ListState::next}) {
    ListState bad = good;
    (bad.*member).pop_back();
    EXPECT_THROW(simulation.restoreLists(bad), InputError);
  }
}

// The bucket sort makes lists of the same order on every engine, and both engines run the same text
// of the pass bodies. A software rasteriser also rounds alike in both kinds of shaders, so that the
// runs are the same. Other drivers may fuse products and sums differently in fragment and compute
// shaders. The differences that this causes grow to 1e-3 in a few steps, even if the noise is made
// from integers.
TEST(BothEngines, FastEngineWithBucketSort_EqualsPaperEngine) {
  const Fluid fluid = sinkingFluid(test::kOracleNoise);
  const StepSettings bucket{.sort = {.algorithm = Algorithm::Bucket}};
  const texel::Device paper = test::makeDevice(texel::Engine::Paper);
  const texel::Device fast = test::makeDevice(texel::Engine::Fast);
  if (paper.capabilities().software) {
    expectSameState(after(paper, fluid, bucket, 100), after(fast, fluid, bucket, 100));
  } else {
    EXPECT_LT(
        largestDifference(fluid, after(paper, fluid, bucket, 10), after(fast, fluid, bucket, 10)),
        1e-3);
  }
}

/// Returns the sorts into ranges that can run on this context.
std::vector<Algorithm> rangeSorts(const texel::Device& device) {
  std::vector<Algorithm> able;
  for (const Algorithm algorithm : test::sortsOf(texel::Engine::Fast, sort::ResultKind::Ranges)) {
    if (sort::whyNot(algorithm, device.capabilities()).empty()) able.push_back(algorithm);
  }
  return able;
}

class SortModeTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, SortModeTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// Lists in another order round sums differently. With e = 2^-24, a sum of some 30 forces of 50
// changes by 30 * 50 e = 1e-4. A position changes per step by dt^2 times this, and by its own
// rounding of 9 e = 5e-7. Over ten steps of dt = 0.01, with a Lyapunov time of about 1, the
// difference stays below 1e-5.
TEST_P(SortModeTest, EverySortAndResort_GivesTheSameFirstSteps) {
  const texel::Device device = test::makeDevice(GetParam());
  const Fluid fluid = sinkingFluid();
  const ParticleState expected =
      after(device, fluid, {.sort = {.algorithm = Algorithm::Bucket}, .mode = SortMode::Sort}, 10);
  std::vector<StepSettings> others{
      {.mode = SortMode::Resort},
      {.mode = SortMode::Sort},
      {.sort = {.algorithm = Algorithm::Bucket, .subBuffers = 3}},
      {.sort = {.algorithm = Algorithm::Bucket, .partition = sort::Partition::Contiguous}},
      {.sort = {.algorithm = Algorithm::Bucket}, .traversal = Traversal::Lists}};
  for (const Algorithm algorithm : rangeSorts(device)) {
    others.push_back({.sort = {.algorithm = algorithm}});
  }
  ASSERT_GT(others.size(), 4U);
  for (const StepSettings& settings : others) {
    EXPECT_LT(largestDifference(fluid, expected, after(device, fluid, settings, 10)), 1e-5);
  }
}

// The copies of a cell's particles are in the order of the cell's list, and both traversals walk
// the cells in the same order. Sums therefore add the same numbers in the same order.
TEST_P(SortModeTest, ListsAndCopies_GiveTheSameRun) {
  const texel::Device device = test::makeDevice(GetParam());
  for (const NoiseKind noise : {NoiseKind::Karpinski, NoiseKind::KarpinskiSequence}) {
    const Fluid fluid = sinkingFluid(noise);
    for (const int reorderEvery : {0, 8}) {
      StepSettings settings{.sort = {.algorithm = Algorithm::Bucket}, .reorderEvery = reorderEvery};
      const ParticleState copies = after(device, fluid, settings, 20);
      settings.traversal = Traversal::Lists;
      const ParticleState lists = after(device, fluid, settings, 20);
      // GPUs may fuse products and sums differently in the shaders of the two traversals.
      if (device.capabilities().software) expectSameState(copies, lists);
      EXPECT_LT(largestDifference(fluid, copies, lists), 1e-5);
    }
  }
}

// The sorts into ranges are stable, so that all of them put the particles into the same order, and
// all sums are the same. Every 8 steps, the particles are reordered in memory.
TEST_P(SortModeTest, SortsIntoRanges_GiveTheSameRun) {
  const texel::Device device = test::makeDevice(GetParam());
  const Fluid fluid = sinkingFluid();
  const auto run = [&](Algorithm algorithm) {
    return after(device, fluid, {.sort = {.algorithm = algorithm}, .reorderEvery = 8}, 20);
  };
  const ParticleState expected = run(Algorithm::Bitonic);
  for (const Algorithm algorithm : rangeSorts(device)) expectSameState(expected, run(algorithm));
}

}  // namespace
}  // namespace gpubuck::dpd
