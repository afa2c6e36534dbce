// A fluid allocates all the memory it will ever need when it is made. If that is too much, it
// allocates none.
#include "gl/memory.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "gl/context.h"
#include "sort/algorithms.h"
#include "support/ballast.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

using test::Ballast;
using test::messageOf;
using test::names;

class FluidMemory : public test::EngineTest {
 protected:
  static Fluid twoSpecies() {
    Fluid fluid = test::plainFluid({8.0, 8.5, 9.0});
    fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 2.0, 0.5, ""}};
    fluid.pairs = {{25.0, 4.5}, {35.0, 4.5}, {35.0, 4.5}, {25.0, 4.5}};
    fluid.gravity = {0.0, 0.0, -1.0};
    return fluid;
  }

  static Fluid bonded() {
    Fluid fluid = test::plainFluid({6.0, 5.5, 5.0});
    fluid.bondKinds = {{"link"}};
    return fluid;
  }

  static ParticleState stateOf(const Fluid& fluid) {
    ParticleState state = test::randomState(fluid, 500);
    if (!fluid.hasMolecules()) return state;
    state = test::byId(state);
    state.position[1] = state.position[0];
    state.molecules.bonds = {{0, {0, 1}}};
    return state;
  }

  /// Returns settings for each sort that can run here.
  std::vector<StepSettings> settings() const {
    std::vector<StepSettings> all;
    for (const sort::AlgorithmInfo& info : sort::algorithms()) {
      if (!sort::whyNot(info.algorithm, device_.capabilities()).empty()) continue;
      for (const auto& partition : sort::kPartitionNames) {
        all.push_back({.sort = {.algorithm = info.algorithm, .partition = partition.value},
                       .mode = SortMode::Resort,
                       .reorderEvery = 1});
        if (info.algorithm != sort::Algorithm::Bucket) break;
      }
    }
    return all;
  }

  /// Makes calls for which all memory must have been allocated when the fluid was made.
  static void steps(Simulation& simulation) {
    for (int k = 0; k < 3; ++k) {
      simulation.apply(test::pullAlong({.origin = {3.0, 3.0, 3.0}}, 1.0));
      simulation.apply(test::paintAlong({.origin = {3.0, 3.0, 3.0}}, 0));
      simulation.step();
      simulation.measure();
    }
    simulation.checkFailure();
    simulation.downloadState();
  }

  /// Makes the calls that allocate memory when they are made for the first time.
  static void looks(Simulation& simulation) {
    simulation.apply(test::along({.origin = {3.0, 3.0, 3.0}}, EffectKind::Couple, 1.0, 1.0));
    simulation.position();
    simulation.downloadLists();
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, FluidMemory, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(FluidMemory, IsAllocatedAtTheBeginning) {
  // With larger search cells, compositions are counted in cells of their own.
  const cells::Method octant{.kind = cells::Method::Kind::Octant};
  int simulations = 0;
  for (const auto& [fluid, method] :
       {std::pair(test::plainFluid({6.0, 5.5, 5.0}), cells::Method{}),
        std::pair(bonded(), cells::Method{}), std::pair(twoSpecies(), octant)}) {
    const ParticleState state = stateOf(fluid);
    for (const StepSettings& each : settings()) {
      SCOPED_TRACE(fmt::format("{} species, {}, partition {}", fluid.species.size(),
                               sort::nameOf(each.sort.algorithm),
                               static_cast<int>(each.sort.partition)));
      Simulation simulation(device_, fluid, each, state, {}, method);
      const std::int64_t taken = gl::allocatedBytes();
      steps(simulation);
      EXPECT_EQ(gl::allocatedBytes(), taken);
      looks(simulation);
      const std::int64_t takenByLooks = gl::allocatedBytes();
      steps(simulation);
      looks(simulation);
      EXPECT_EQ(gl::allocatedBytes(), takenByLooks);
      ++simulations;
    }
  }
  EXPECT_GE(simulations, 8);
}

TEST_P(FluidMemory, TooLargeFluid_IsRefusedBeforeTheFirstArray) {
  // A Ballast works only on a software renderer, where bytes count as taken once they are
  // requested.
  if (!gl::isSoftware()) return;
  const Fluid fluid = test::plainFluid({30.0, 30.0, 30.0});
  const ParticleState state = test::randomState(fluid, 100'000);
  const std::int64_t before = gl::allocatedBytes();
  std::int64_t needed = 0;
  {
    const Simulation fits(device_, fluid, {}, state);
    needed = gl::allocatedBytes() - before;
  }
  ASSERT_EQ(gl::allocatedBytes(), before);
  ASSERT_GT(needed, 16'000'000);
  {
    const Ballast ballast(needed - 1'000'000);
    const std::int64_t inUse = gl::allocatedBytes();
    const std::string message =
        messageOf<RunError>([&] { const Simulation refused(device_, fluid, {}, state); });
    EXPECT_TRUE(names(message, {"100000 particles", fmt::format("{} MB", needed / 1'000'000),
                                fmt::format("{} MB", inUse / 1'000'000), "free"}));
    EXPECT_EQ(gl::allocatedBytes(), inUse);
  }
  // After the refusal, an array allocates its memory as usual.
  const texel::IdArray array(device_, "array", 64);
  EXPECT_EQ(gl::allocatedBytes(), before + 4 * 64);
}

TEST_P(FluidMemory, TooLargeSort_KeepsThePresentOne) {
  if (!gl::isSoftware()) return;
  const Fluid fluid =
      test::plainFluid({160.0, 160.0, 160.0});  // 4,096,000 cells: large heads, lengths and sums
  const ParticleState state = test::randomState(fluid, 500);
  const StepSettings first{.sort = {.algorithm = sort::Algorithm::Bitonic}};
  const texel::Device device = test::makeDevice(GetParam(), 4096);
  Simulation simulation(device, fluid, first, state);
  simulation.step();
  {
    const Ballast ballast(20'000'000);
    const std::string message = messageOf<RunError>(
        [&] { simulation.setSort({.sort = {.algorithm = sort::Algorithm::Bucket}}); });
    // The amount depends on the sort's method of counting points.
    EXPECT_TRUE(names(message, {"sort", "198 MB"}) || names(message, {"sort", "199 MB"}))
        << message;
  }
  EXPECT_EQ(simulation.sortSettings(), first);
  EXPECT_NO_THROW(simulation.step());
}

}  // namespace
}  // namespace gpubuck::dpd
