// Particles that are put into the order of their cells: only their places in memory change.
#include "dpd/steps/passes.h"

#include <fmt/format.h>

#include <set>

#include "base/id.h"
#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "dpd/sorted_particles.h"
#include "reference/geometry.h"

namespace gpubuck::dpd {
namespace {

class ReorderTest : public test::FilledTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Fillings, ReorderTest, ::testing::ValuesIn(test::testedFillings()),
                         test::fillingName);

/// Returns the particles cell by cell, and within a cell in the order of its list.
std::vector<std::size_t> inListOrder(const cells::ListState& lists) {
  std::vector<std::size_t> order;
  for (const std::uint32_t first : lists.head) {
    for (std::uint32_t j = first; j != kNullId; j = lists.next[j]) order.push_back(j);
  }
  return order;
}

TEST_P(ReorderTest, Particles_AreOrderedByCellAndList) {
  constexpr std::size_t kW = test::kTestTextureWidth;
  const Fluid fluid = test::mixedFluid({5.0, 3.0, 4.5});  // 60 cells, not a power of two
  for (const auto& [count, algorithm] : {std::pair{std::size_t{1}, sort::Algorithm::Auto},
                                         {kW - 1, sort::Algorithm::Auto},
                                         {kW, sort::Algorithm::Auto},
                                         {kW + 1, sort::Algorithm::Auto},
                                         {std::size_t{301}, sort::Algorithm::Auto},
                                         {std::size_t{301}, sort::Algorithm::Bitonic}}) {
    SCOPED_TRACE(fmt::format("{} particles, algorithm {}", count, sort::nameOf(algorithm)));
    test::SortedParticles particles(device_, fluid, count, {.algorithm = algorithm});
    Reorder reorder(device_);
    const ParticleState state = test::randomState(fluid, count);
    const ParticleState result = particles.reorder(reorder, state);
    const std::vector<std::size_t> order = inListOrder(particles.cells().download());
    ASSERT_EQ(order.size(), count);
    ParticleState expected;
    for (const std::size_t i : order) {
      expected.position.push_back(state.position[i]);
      expected.velocity.push_back(state.velocity[i]);
      expected.predicted.push_back(state.predicted[i]);
    }
    test::expectSameTexels(expected.position, result.position);
    test::expectSameTexels(expected.velocity, result.velocity);
    test::expectSameTexels(expected.predicted, result.predicted);
    if (count % kW != 0) {
      test::expectSentinelFrom(particles.next().position, static_cast<std::int64_t>(count));
    }
  }
}

// Lists in another order change sums by rounding (determinism_test.cpp).
TEST_P(ReorderTest, Run_IsUnchanged) {
  const Fluid fluid = test::plainFluid({6.0, 5.5, 5.0});
  const ParticleState state = test::randomState(fluid, 500);
  const auto after = [&](int every) {
    // Both engines take the bucket sort here, since the fast engine's own step is always in the
    // order of cells.
    Simulation simulation(device_, fluid,
                          {.sort = {.algorithm = sort::Algorithm::Bucket}, .reorderEvery = every},
                          state);
    for (int k = 0; k < 10; ++k) simulation.step();
    simulation.checkFailure();
    return simulation.downloadState();
  };
  const ParticleState never = after(0);
  for (std::size_t i = 0; i < never.count(); ++i) {
    ASSERT_EQ(never.predicted[i].w, state.predicted[i].w);  // no particle has moved in memory
  }
  for (const int every : {1, 3, 10}) {
    const ParticleState moved = after(every);
    std::set<float> ids;
    for (const glm::vec4& v : moved.predicted) ids.insert(v.w);
    ASSERT_EQ(ids.size(), moved.count());
    const ParticleState ordered = test::byId(moved);
    const ParticleState expected = test::byId(never);
    for (std::size_t i = 0; i < ordered.count(); ++i) {
      EXPECT_LT(
          glm::length(reference::nearestImage(fluid.box, glm::dvec3(glm::vec3(ordered.position[i])),
                                              glm::dvec3(glm::vec3(expected.position[i])))),
          1e-5);
    }
  }
}

TEST(ReorderCheckpointTest, Checkpoint_ContinuesThroughAReorder) {
  const texel::Device device = test::makeDevice(texel::Engine::Paper);
  const Fluid fluid = test::plainFluid({6.0, 5.5, 5.0});
  const StepSettings settings{.reorderEvery = 10};
  const ParticleState state = test::randomState(fluid, 500);
  for (const int stop : {9, 10, 15}) {
    Simulation straight(device, fluid, settings, state);
    Simulation before(device, fluid, settings, state);
    for (int k = 0; k < 30; ++k) straight.step();
    for (int k = 0; k < stop; ++k) before.step();
    Simulation continued(device, fluid, settings, before.downloadState(), before.clock());
    continued.restoreLists(before.downloadLists());
    for (int k = stop; k < 30; ++k) continued.step();
    SCOPED_TRACE(fmt::format("stopped at step {}", stop));
    test::expectSameTexels(straight.downloadState().position, continued.downloadState().position);
    test::expectSameTexels(straight.downloadState().velocity, continued.downloadState().velocity);
  }
}

}  // namespace
}  // namespace gpubuck::dpd
