// The cell of each particle before the last step, compared with the positions before and after it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

constexpr std::size_t kParticles = 500;  // fills 7.8 rows of 64

class PreviousMappingTest : public test::EngineTest {
 protected:
  /// Returns the cell of each particle by its id, or -1 if the particle is so near to a face that
  /// rounding decides.
  static std::vector<int> cellsById(Simulation& simulation) {
    const cells::CellGrid& grid = simulation.grid();
    const ParticleState state = simulation.downloadState();
    std::vector<int> cells(state.count());
    for (std::size_t i = 0; i < state.count(); ++i) {
      int cell = 0;
      bool isSure = true;
      for (int axis = grid.box.dimensions - 1; axis >= 0; --axis) {
        const double place = static_cast<double>(state.position[i][axis]) / grid.edge[axis];
        isSure &= std::abs(place - std::round(place)) > 1e-5;
        cell = grid.cells[axis] * cell + static_cast<int>(place);
      }
      cells[idOf(state.predicted[i])] = isSure ? cell : -1;
    }
    return cells;
  }

  static std::vector<int> previousById(Simulation& simulation) {
    const texel::IdArray* const mapping = simulation.previousMapping();
    EXPECT_NE(mapping, nullptr);
    if (mapping == nullptr) return {};
    const std::vector<texel::IdTexel> cells = mapping->download();
    const ParticleState state = simulation.downloadState();
    std::vector<int> byId(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      byId[idOf(state.predicted[i])] = static_cast<int>(texel::decodeId(cells[i]));
    }
    return byId;
  }

  /// Expects that the previous cells equal `before`. Returns how many particles have left their
  /// cell.
  static int expectPrevious(Simulation& simulation, const std::vector<int>& before) {
    const std::vector<int> previous = previousById(simulation), now = cellsById(simulation);
    EXPECT_EQ(previous.size(), before.size());
    int moved = 0;
    for (std::size_t id = 0; id < previous.size(); ++id) {
      if (before[id] < 0 || now[id] < 0) continue;
      EXPECT_EQ(previous[id], before[id]) << "id " << id;
      moved += now[id] != before[id] ? 1 : 0;
    }
    return moved;
  }

  StepSettings settings_{.reorderEvery = 2};
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, PreviousMappingTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(PreviousMappingTest, BelongsToThePositionsBeforeTheStep) {
  struct Case {
    const char* name;
    glm::dvec3 size;
    int dimensions;
    bool isPeriodic;
    SortMode mode;
  };
  // If a side is short, the fast engine has no lists of neighbours, and uses another kind of step.
  for (const Case& each :
       {Case{"space", {6.0, 5.5, 5.0}, 3, true, SortMode::Resort},
        Case{"short sides", {3.5, 3.0, 3.25}, 3, true, SortMode::Resort},
        Case{"walls", {6.0, 5.5, 5.0}, 3, false, SortMode::Sort},
        Case{"plane", {14.0, 12.5, 1.0}, 2, true, SortMode::Resort},
        Case{"plane with short sides", {3.5, 3.0, 1.0}, 2, true, SortMode::Sort}}) {
    SCOPED_TRACE(each.name);
    Fluid fluid = test::mixedFluid(each.size, each.dimensions);
    if (!each.isPeriodic) fluid.box.boundary.fill(cells::Boundary::Reflecting);
    settings_.mode = each.mode;
    Simulation simulation(device_, fluid, settings_, test::randomState(fluid, kParticles));
    simulation.noteCells(true);
    EXPECT_EQ(simulation.previousMapping(), nullptr) << "before any step";
    int moved = 0;
    for (int k = 0; k < 6; ++k) {
      const std::vector<int> before = cellsById(simulation);
      simulation.step();
      const int here = expectPrevious(simulation, before);
      EXPECT_EQ(expectPrevious(simulation, before), here) << "a second look";
      moved += here;
    }
    EXPECT_GT(moved, 20);
  }
}

TEST_P(PreviousMappingTest, StepInProgress_HasThatOfTheStepBefore) {
  settings_.reorderEvery = 0;
  const Fluid fluid = test::mixedFluid({6.0, 5.5, 5.0});
  Simulation simulation(device_, fluid, settings_, test::randomState(fluid, kParticles));
  simulation.noteCells(true);
  const std::vector<int> first = cellsById(simulation);
  simulation.step();
  const std::vector<int> second = cellsById(simulation);
  for (const std::int64_t part : {0, 63, 200}) {
    simulation.advance(part);
    ASSERT_TRUE(simulation.stepUnderWay());
    expectPrevious(simulation, first);
  }
  simulation.step();
  expectPrevious(simulation, second);
}

TEST_P(PreviousMappingTest, SortAndPull_KeepIt) {
  const Fluid fluid = test::mixedFluid({6.0, 5.5, 5.0});
  Simulation simulation(device_, fluid, {}, test::randomState(fluid, kParticles));
  simulation.noteCells(true);
  simulation.step();
  for (const auto algorithm : {sort::Algorithm::Bitonic, sort::Algorithm::Auto}) {
    simulation.setSort({.sort = {.algorithm = algorithm}});
    const std::vector<int> before = cellsById(simulation);
    simulation.step();
    expectPrevious(simulation, before);
  }
  simulation.apply(test::pullAlong({{3.0, 3.0, 0.0}, {0.0, 0.0, 1.0}, 2.0}, 5.0));
  const std::vector<int> before = cellsById(simulation);
  simulation.step();
  expectPrevious(simulation, before);
}

// The fast engine's own step orders particles in memory by itself, whatever their previous order.
TEST_P(PreviousMappingTest, FastStepWithoutRecord_HasNone) {
  const Fluid fluid = test::plainFluid({6.0, 5.5, 5.0});
  Simulation simulation(device_, fluid, {}, test::randomState(fluid, kParticles));
  const bool sorts = GetParam() == texel::Engine::Paper;
  simulation.step();
  EXPECT_EQ(simulation.previousMapping() != nullptr, sorts);
  simulation.noteCells(true);
  EXPECT_EQ(simulation.previousMapping() != nullptr, sorts);
  simulation.step();
  EXPECT_NE(simulation.previousMapping(), nullptr);
  simulation.noteCells(true);
  EXPECT_NE(simulation.previousMapping(), nullptr) << "asked for twice";
  simulation.noteCells(false);
  simulation.step();
  EXPECT_EQ(simulation.previousMapping() != nullptr, sorts);
}

}  // namespace
}  // namespace gpubuck::dpd
