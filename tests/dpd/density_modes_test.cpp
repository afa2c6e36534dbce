// The structure factor compared with sums over particles, and with known results for ideal gases
// and dimers.
#include "dpd/density_modes.h"

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "base/error.h"
#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "reference/structure_factor.h"

namespace gpubuck::dpd {
namespace {

using cells::Boundary;

class StructureFactorTest : public test::FormTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Forms, StructureFactorTest, ::testing::ValuesIn(test::testedForms()),
                         test::formName);

/// Returns particles in the middles of cells, sometimes several in a cell, so that counting them
/// loses no precision.
ParticleState stateInMiddles(const Fluid& fluid, std::size_t count) {
  ParticleState state = test::randomState(fluid, count);
  const cells::CellGrid grid = modesGrid(fluid.box);
  for (glm::vec4& position : state.position) {
    for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
      const double cell = std::floor(position[axis] / grid.edge[axis]);
      position[axis] = static_cast<float>((cell + 0.5) * grid.edge[axis]);
    }
  }
  return state;
}

std::vector<glm::dvec3> positionsOf(const ParticleState& state, std::optional<int> species = {}) {
  std::vector<glm::dvec3> positions;
  for (const glm::vec4& position : state.position) {
    if (!species || speciesOf(position) == *species) positions.emplace_back(glm::vec3(position));
  }
  return positions;
}

void expectShells(const std::vector<reference::StructureShell>& expected,
                  const std::vector<double>& found, double tolerance, const std::string& what) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t s = 0; s < expected.size(); ++s) {
    EXPECT_NEAR(found[s], expected[s].corrected, tolerance * (1.0 + expected[s].direct))
        << what << ", shell " << s;
  }
}

Fluid fluidIn(const glm::dvec3& size, std::initializer_list<int> walls = {}, int dimensions = 3) {
  Fluid fluid = test::mixedFluid(size, dimensions);
  for (const int axis : walls) {
    fluid.box.boundary[static_cast<std::size_t>(axis)] = Boundary::Reflecting;
  }
  return fluid;
}

TEST_P(StructureFactorTest, InMiddlesOfCells_IsTheDirectSum) {
  for (const Fluid& fluid :
       {fluidIn({3.0, 4.1, 5.3}), fluidIn({6.0, 3.3, 4.0}, {0}), fluidIn({3.0, 4.0, 7.1}, {0, 1}),
        fluidIn({7.0, 9.3, 1.0}, {}, 2), fluidIn({9.3, 4.2, 1.0}, {1}, 2)}) {
    for (const std::size_t count : {std::size_t{3}, std::size_t{77}}) {
      SCOPED_TRACE(fmt::format("{} x {} x {}, {} particles", fluid.box.size.x, fluid.box.size.y,
                               fluid.box.size.z, count));
      const ParticleState state = stateInMiddles(fluid, count);
      Simulation simulation(device_, fluid, {}, state, {.step = 12, .dt = fluid.dt});
      const StructureFactor found = simulation.structureFactor();
      EXPECT_EQ(found.step, 12);
      EXPECT_EQ(found.time, simulation.time());
      const glm::dvec3 edge = modesGrid(fluid.box).edge;
      // The Fourier transform has 18 stages. Each stage rounds by 2^-24 of the root of the number
      // of particles. This root is at most 9. A square has twice the relative error of its
      // amplitude, and the window increases this error by up to 2.5 times.
      constexpr double kTolerance = 2e-4;
      const auto total = reference::structureShells(fluid.box, edge, positionsOf(state));
      ASSERT_GE(total.size(), 3U);
      expectShells(total, found.total, kTolerance, "all");
      for (std::size_t s = 0; s < total.size(); ++s) EXPECT_NEAR(found.k[s], total[s].k, 1e-12);
      ASSERT_EQ(found.species.size(), fluid.species.size());
      for (std::size_t k = 0; k < fluid.species.size(); ++k) {
        const auto own = positionsOf(state, static_cast<int>(k));
        if (own.empty()) {
          for (const double each : found.species[k]) EXPECT_TRUE(std::isnan(each));
          continue;
        }
        expectShells(reference::structureShells(fluid.box, edge, own), found.species[k], kTolerance,
                     fluid.species[k].name);
      }
    }
  }
}

TEST_P(StructureFactorTest, OneParticle_HasOne) {
  const Fluid fluid = test::plainFluid({4.0, 4.0, 4.0});
  Simulation simulation(device_, fluid, {}, stateInMiddles(fluid, 1));
  const StructureFactor found = simulation.structureFactor();
  ASSERT_EQ(found.k.size(), 3U);  // 8 cells along an axis resolve 3 shells
  for (const double each : found.total) EXPECT_NEAR(each, 1.0, 1e-5);
  ASSERT_EQ(found.species.size(), 1U);
  for (const double each : found.species[0]) EXPECT_NEAR(each, 1.0, 1e-5);
}

// The particles are anywhere in their cells. Counting them in cells weakens each mode, and adds
// modes that the cells do not resolve. On average, both effects cancel.
TEST_P(StructureFactorTest, IdealGas_HasOneWithinItsStatisticalError) {
  const Fluid fluid = fluidIn({6.0, 7.0, 5.0});
  const ParticleState state = test::randomState(fluid, 4000, 5);
  Simulation simulation(device_, fluid, {}, state);
  const StructureFactor found = simulation.structureFactor();
  const auto shells =
      reference::structureShells(fluid.box, modesGrid(fluid.box).edge, {glm::dvec3(0.0)});
  ASSERT_EQ(found.total.size(), shells.size());
  for (std::size_t s = 0; s < shells.size(); ++s) {
    EXPECT_NEAR(found.total[s], 1.0, 5.0 * shells[s].deviation) << "shell " << s;
    for (const auto& species : found.species) {
      EXPECT_NEAR(species[s], 1.0, 5.0 * shells[s].deviation) << "shell " << s;
    }
  }
}

// Dimers of length l without any other order have S(k) = 1 + sin(k l) / (k l).
TEST_P(StructureFactorTest, Dimers_HaveTheirFormFactor) {
  const Fluid fluid = test::plainFluid({32.0, 32.0, 32.0});
  ParticleState state = test::randomState(fluid, 20'000, 3);
  constexpr double kLength = 0.6;
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  for (std::size_t i = 0; i < state.count(); i += 2) {
    const glm::dvec3 direction =
        glm::normalize(glm::dvec3(normal(random), normal(random), normal(random)));
    for (int axis = 0; axis < 3; ++axis) {
      const double side = fluid.box.size[axis];
      const double end = state.position[i][axis] + kLength * direction[axis];
      state.position[i + 1][axis] = cells::insideAsFloat(cells::wrapped(end, side), side);
    }
  }
  Simulation simulation(device_, fluid, {}, state);
  const StructureFactor found = simulation.structureFactor();
  const auto shells =
      reference::structureShells(fluid.box, modesGrid(fluid.box).edge, {glm::dvec3(0.0)});
  // The mean difference from the known result over all shells, weighted by their statistical
  // errors.
  double difference = 0.0, weights = 0.0;
  for (std::size_t s = 0; found.k[s] < 4.0; ++s) {
    const double phase = kLength * found.k[s];
    const double expected = 1.0 + std::sin(phase) / phase;
    const double weight = std::pow(expected * shells[s].deviation, -2);
    difference += weight * (found.total[s] - expected);
    weights += weight;
  }
  // Without the correction for cells, S(k) would be 0.08 too low here. Cells of 1/2 do not resolve
  // the order of the particles within them, which makes a difference below 0.01.
  EXPECT_NEAR(difference / weights, 0.0, 4.0 / std::sqrt(weights) + 0.01);
  EXPECT_LT(4.0 / std::sqrt(weights), 0.06);
}

TEST_P(StructureFactorTest, AfterChanges_IsThatOfThePresentParticles) {
  const Fluid fluid = fluidIn({4.0, 4.5, 5.0});
  Simulation simulation(device_, fluid, {.reorderEvery = 1}, test::randomState(fluid, 300));
  const auto expectFresh = [&](const char* what) {
    SCOPED_TRACE(what);
    Simulation fresh(device_, fluid, {}, simulation.downloadState(), simulation.clock());
    EXPECT_EQ(simulation.structureFactor(), fresh.structureFactor());
  };
  expectFresh("at first");
  simulation.step();
  simulation.step();
  expectFresh("after steps");
  simulation.setSort({.sort = {.algorithm = sort::Algorithm::Bucket}});
  simulation.step();
  expectFresh("after another sort");
  simulation.apply(test::paintAlong({.origin = {2.0, 2.0, 2.0}}, 2));
  expectFresh("after paint");
}

TEST_P(StructureFactorTest, WithoutPeriodicAxis_IsRefused) {
  const Fluid fluid = fluidIn({4.0, 4.0, 4.0}, {0, 1, 2});
  Simulation simulation(device_, fluid, {}, test::randomState(fluid, 10));
  EXPECT_THROW(simulation.structureFactor(), InputError);
}

TEST(ModesGrid, LargeBoxes_HaveLargerCells) {
  const auto cellsOf = [](const glm::dvec3& size, int dimensions = 3) {
    const cells::CellGrid grid = modesGrid({.size = size, .dimensions = dimensions});
    for (int axis = 0; axis < dimensions; ++axis) {
      EXPECT_DOUBLE_EQ(grid.edge[axis] * grid.cells[axis], size[axis]);
    }
    return grid.cells;
  };
  EXPECT_EQ(cellsOf({3.0, 4.0, 4.1}), glm::ivec3(8, 8, 16));
  EXPECT_EQ(cellsOf({64.0, 64.0, 64.0}), glm::ivec3(128, 128, 128));
  EXPECT_EQ(cellsOf({100.0, 64.0, 64.0}), glm::ivec3(128, 128, 128));
  EXPECT_EQ(cellsOf({200.0, 200.0, 200.0}), glm::ivec3(128, 128, 128));
  EXPECT_EQ(cellsOf({400.0, 400.0, 1.0}, 2), glm::ivec3(1024, 1024, 1));
  EXPECT_EQ(cellsOf({1e6, 3.0, 3.0}), glm::ivec3(1 << 19, 2, 2));
}

}  // namespace
}  // namespace gpubuck::dpd
