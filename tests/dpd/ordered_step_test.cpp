// The step that only the fast engine has: the order of its particles, and that it neither loses nor
// changes particles.
#include "dpd/steps/ordered_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "dpd/fluids.h"
#include "dpd/rounding.h"
#include "dpd/simulation.h"
#include "dpd/sorted_particles.h"
#include "support/gpu_test.h"
#include "support/property.h"

namespace gpubuck::dpd {
namespace {

using test::expectSameState;

class FastOrderedStepTest : public test::GpuTest {
 protected:
  texel::Device device_ = test::makeDevice(texel::Engine::Fast);

  /// Returns the particles in the order in which the step keeps them.
  ParticleState through(OrderedStep& step, const ParticleState& state) {
    step.take(state);
    expectSameState(state, step.download());
    test::touch(device_, step);
    const ParticleState kept = step.download();
    expectSameState(kept, step.textures().download());
    return kept;
  }
};

/// Returns the particles in the order in which a step keeps them: by cell, and within a cell by id.
ParticleState inOrder(const cells::CellGrid& grid, const ParticleState& state) {
  const auto cellOf = [&](const glm::vec4& position) {
    const glm::vec3 perLength = glm::vec3(grid.cells) / glm::vec3(grid.box.size);
    const glm::ivec3 cell = glm::min(glm::ivec3(glm::vec3(position) * perLength), grid.cells - 1);
    return cell.x + grid.cells.x * (cell.y + grid.cells.y * cell.z);
  };
  std::vector<std::size_t> order(state.count());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::size_t i) {
    return std::pair{cellOf(state.position[i]), state.predicted[i].w};
  });
  ParticleState result;
  for (const std::size_t i : order) {
    result.position.push_back(state.position[i]);
    result.velocity.push_back(state.velocity[i]);
    result.predicted.push_back(state.predicted[i]);
  }
  return result;
}

TEST_F(FastOrderedStepTest, Particles_AreOrderedByCellAndId) {
  constexpr std::size_t kW = test::kTestTextureWidth;
  for (const std::size_t count : {std::size_t{1}, kW - 1, kW, kW + 1, std::size_t{301}}) {
    SCOPED_TRACE(fmt::format("{} particles", count));
    // The sides are whole numbers of cells, so that each particle has the same cell in single and
    // in double precision.
    const Fluid fluid = test::mixedFluid({4.0, 8.0, 3.0});
    const cells::CellGrid grid = cells::makeCellGrid(fluid.box, 1.0);
    OrderedStep step(device_, fluid, grid, static_cast<std::int64_t>(count));
    // Later runs begin with the data that earlier runs have left in both sets of counters.
    for (std::uint32_t seed : {1U, 2U, 3U}) {
      const ParticleState state = test::randomState(fluid, count, seed);
      expectSameState(inOrder(grid, state), through(step, state));
    }
  }
}

TEST_F(FastOrderedStepTest, IdsAbove65535AndManyCells) {
  const Fluid fluid = test::plainFluid({64.0, 32.0, 16.0});  // 32,768 cells, in 128 blocks
  const cells::CellGrid grid = cells::makeCellGrid(fluid.box, 1.0);
  const ParticleState state = test::randomState(fluid, 70'001);
  OrderedStep step(device_, fluid, grid, 70'001);
  expectSameState(inOrder(grid, state), through(step, state));
}

TEST_F(FastOrderedStepTest, MoreCellsThanBlocksOf256Hold) {
  const Fluid fluid = test::plainFluid({128.0, 128.0, 33.0});
  const cells::CellGrid grid = cells::makeCellGrid(fluid.box, 1.0);
  EXPECT_GT(CellCounters(grid.count()).share, CellCounters(1).share);
  const ParticleState state = test::randomState(fluid, 5'001);
  OrderedStep step(device_, fluid, grid, 5'001);
  expectSameState(inOrder(grid, state), through(step, state));
}

TEST(CellCountersTest, HoldAllCellsInFewBlocks) {
  for (const std::int64_t cells : {1L, 15L, 16L, 17L, 256L, 257L, 524'288L, 524'289L, 1L << 30}) {
    SCOPED_TRACE(fmt::format("{} cells", cells));
    const CellCounters counters(cells);
    EXPECT_GE(counters.parts * counters.share, cells);
    EXPECT_LT((counters.parts - 1) * counters.share, cells);
    EXPECT_GE(counters.blocks * counters.share, counters.parts);
    EXPECT_LT((counters.blocks - 1) * counters.share, counters.parts);
    EXPECT_LE(counters.blocks, CellCounters::kMostBlocks);
  }
}

TEST_F(FastOrderedStepTest, ParticlesInOneCell_AreOrderedById) {
  const Fluid fluid = test::plainFluid({5.0, 5.0, 5.0});
  const cells::CellGrid grid = cells::makeCellGrid(fluid.box, 1.0);
  ParticleState state = test::randomState(fluid, 700);
  for (glm::vec4& position : state.position) {
    position = glm::vec4(4.5F + 0.01F * glm::vec3(position), position.w);
  }
  OrderedStep step(device_, fluid, grid, 700);
  const ParticleState result = through(step, state);
  expectSameState(inOrder(grid, state), result);
  EXPECT_TRUE(std::ranges::is_sorted(result.predicted, {}, [](const glm::vec4& p) { return p.w; }));
}

TEST_F(FastOrderedStepTest, Sort_CanChangeDuringARun) {
  const Fluid fluid = test::mixedFluid({6.0, 5.0, 4.0});
  const ParticleState state = test::randomState(fluid, 360);
  const auto after = [&](const std::vector<sort::Algorithm>& algorithms) {
    Simulation simulation(device_, fluid, {}, state);
    for (const sort::Algorithm algorithm : algorithms) {
      simulation.setSort({.sort = {.algorithm = algorithm}});
      simulation.advance(100);  // the next setSort() comes in the middle of a step
      simulation.step();
      simulation.checkFailure();
    }
    EXPECT_EQ(simulation.stepNumber(), std::ssize(algorithms));
    return test::byId(simulation.downloadState());
  };
  using enum sort::Algorithm;
  const ParticleState straight = after({Auto, Auto, Auto, Auto});
  const ParticleState changed = after({Auto, Atomic, Auto, Counting});
  for (std::size_t i = 0; i < state.count(); ++i) {
    EXPECT_LT(glm::length(glm::vec3(straight.velocity[i] - changed.velocity[i])), 1e-4);
  }
}

}  // namespace
}  // namespace gpubuck::dpd
