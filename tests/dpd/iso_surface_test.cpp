// Iso-surfaces of known shapes, and iso-surfaces of particles on every kind of step.
#include "dpd/density_modes.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "dpd/fluids.h"
#include "dpd/simulation.h"

namespace gpubuck::dpd {
namespace {

using cells::Boundary;

constexpr double kPi = std::numbers::pi;

/// Returns the density at the middle of each cell.
std::vector<double> sampled(const cells::CellGrid& grid,
                            const std::function<double(const glm::dvec3&)>& density) {
  std::vector<double> values;
  for (int z = 0; z < grid.cells.z; ++z) {
    for (int y = 0; y < grid.cells.y; ++y) {
      for (int x = 0; x < grid.cells.x; ++x) {
        values.push_back(density((glm::dvec3(x, y, z) + 0.5) * grid.edge));
      }
    }
  }
  return values;
}

void expectMu(const Surface& surface, const std::array<double, 3>& expected, double tolerance) {
  ASSERT_TRUE(surface.mu);
  double sum = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR((*surface.mu)[k], expected[k], tolerance) << "mu" << k + 1;
    sum += (*surface.mu)[k];
  }
  EXPECT_NEAR(sum, 1.0, 1e-12);
}

const std::vector<glm::dvec3> kSurfaceBoxes{{8.0, 8.0, 8.0}, {8.0, 11.0, 15.0}};

TEST(IsoSurface, Planes_HaveOneDirection) {
  for (const glm::dvec3& size : kSurfaceBoxes) {
    const cells::CellGrid grid = modesGrid({.size = size});
    // For waves along an axis the surface is exact, since the field is constant on each plane
    // across this axis.
    for (int axis = 0; axis < 3; ++axis) {
      SCOPED_TRACE(fmt::format("{} {}", size.y, axis));
      const auto values = sampled(grid, [&](const glm::dvec3& at) {
        return 2.0 + std::cos(2.0 * kPi * at[axis] / size[axis]);
      });
      const Surface surface = isoSurface(grid, values, 2.0);
      expectMu(surface, {0.0, 0.0, 1.0}, 1e-12);
      EXPECT_NEAR(surface.area, 2.0 * size.x * size.y * size.z / size[axis], 1e-9);
    }
    const auto slanted = sampled(grid, [&](const glm::dvec3& at) {
      return std::cos(2.0 * kPi * (at.x / size.x + at.y / size.y - at.z / size.z));
    });
    const Surface surface = isoSurface(grid, slanted, 0.0);
    // The cells are at most 1/16 of a wave long. Linear interpolation over them turns normals by
    // some hundredths of a radian.
    expectMu(surface, {0.0, 0.0, 1.0}, 4e-3);
    const double normal = glm::length(1.0 / size);
    EXPECT_NEAR(surface.area, 2.0 * size.x * size.y * size.z * normal,
                2e-3 * size.x * size.y * size.z);
  }
}

TEST(IsoSurface, Cylinders_HaveTwoDirections) {
  for (const glm::dvec3& size : kSurfaceBoxes) {
    const cells::CellGrid grid = modesGrid({.size = size});
    for (int axis = 0; axis < 3; ++axis) {
      SCOPED_TRACE(fmt::format("{} {}", size.y, axis));
      constexpr double kRadius = 3.0;
      // The cylinder's axis goes through the origin, so that the cylinder crosses four sides.
      const auto values = sampled(grid, [&](glm::dvec3 at) {
        at -= glm::round(at / size) * size;
        at[axis] = 0.0;
        return kRadius - glm::length(at);
      });
      const Surface surface = isoSurface(grid, values, 0.0);
      // In cells of 1/2, chords approximate a circle of radius 3.
      expectMu(surface, {0.0, 0.5, 0.5}, 0.01);
      EXPECT_NEAR(surface.area / (2.0 * kPi * kRadius * size[axis]), 1.0, 0.01);
    }
  }
}

TEST(IsoSurface, Spheres_HaveNoDirection) {
  for (const glm::dvec3& size : kSurfaceBoxes) {
    SCOPED_TRACE(size.y);
    const cells::CellGrid grid = modesGrid({.size = size});
    for (const glm::dvec3& centre : {glm::dvec3(0.0), glm::dvec3(3.9, 4.2, 4.4)}) {
      const auto values = sampled(grid, [&](glm::dvec3 at) {
        at -= centre;
        return 3.0 - glm::length(at - glm::round(at / size) * size);
      });
      const Surface surface = isoSurface(grid, values, 0.0);
      expectMu(surface, {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}, 0.01);
      EXPECT_NEAR(surface.area / (4.0 * kPi * 9.0), 1.0, 0.015);
    }
  }
}

// The spheres are as small as cells and at random places. If cubes were subdivided along one
// diagonal, the surfaces would prefer this diagonal.
TEST(IsoSurface, SmallSpheres_HaveNoDirection) {
  const glm::dvec3 size(16.0);
  const cells::CellGrid grid = modesGrid({.size = size});
  std::mt19937 random(5);
  std::vector<double> values(static_cast<std::size_t>(grid.count()), 0.0);
  for (int k = 0; k < 400; ++k) values[random() % values.size()] += 1.0;
  const auto smooth = smoothed(grid, values, 0.5);
  expectMu(isoSurface(grid, smooth, midLevel(smooth)), {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}, 0.02);
}

TEST(IsoSurface, InTwoDimensions_IsALine) {
  const glm::dvec3 size(12.0, 9.0, 1.0);
  const cells::CellGrid grid = modesGrid({.size = size, .dimensions = 2});
  const auto stripes =
      sampled(grid, [&](const glm::dvec3& at) { return std::cos(2.0 * kPi * at.y / size.y); });
  EXPECT_NEAR(isoSurface(grid, stripes, 0.0).area, 2.0 * size.x, 1e-9);
  expectMu(isoSurface(grid, stripes, 0.0), {0.0, 0.0, 1.0}, 1e-12);
  const auto drop = sampled(grid, [&](const glm::dvec3& at) {
    return 3.0 - glm::length(glm::dvec2(at.x - 6.0, at.y - 4.5));
  });
  EXPECT_NEAR(isoSurface(grid, drop, 0.0).area / (6.0 * kPi), 1.0, 0.01);
  expectMu(isoSurface(grid, drop, 0.0), {0.0, 0.5, 0.5}, 0.01);
}

// A film on a wall has one surface. On a periodic axis it would have two surfaces.
TEST(IsoSurface, EndsAtWalls) {
  cells::Box box{.size = {6.0, 5.0, 8.0}};
  box.boundary[2] = Boundary::Reflecting;
  const cells::CellGrid grid = modesGrid(box);
  const auto film = sampled(grid, [](const glm::dvec3& at) { return at.z < 3.0 ? 3.0 : 0.0; });
  const Surface surface = isoSurface(grid, film, midLevel(film));
  EXPECT_NEAR(surface.area, 30.0, 1e-9);
  expectMu(surface, {0.0, 0.0, 1.0}, 1e-12);
  const auto smooth = smoothed(grid, film, 0.5);
  EXPECT_NEAR(smooth.front(), 3.0, 1e-6) << "mirrored";
  EXPECT_NEAR(isoSurface(grid, smooth, midLevel(smooth)).area, 30.0, 1e-9);
}

TEST(IsoSurface, EqualValues_HaveNone) {
  for (const Boundary boundary : {Boundary::Periodic, Boundary::Reflecting}) {
    cells::Box box{.size = {4.0, 5.0, 6.0}};
    box.boundary[1] = boundary;
    const cells::CellGrid grid = modesGrid(box);
    for (const double value : {0.0, 1.0, 3.0, 0.1}) {
      const auto values =
          smoothed(grid, std::vector<double>(static_cast<std::size_t>(grid.count()), value), 0.5);
      EXPECT_NEAR(values[7], value, 1e-12);
      EXPECT_EQ(isoSurface(grid, values, midLevel(values)), Surface{}) << value;
    }
  }
}

TEST(Smoothed, OneCell_BecomesAGaussian) {
  const cells::CellGrid grid = modesGrid({.size = {8.0, 6.0, 7.0}});
  std::vector<double> values(static_cast<std::size_t>(grid.count()), 0.0);
  values[3] = 1.0;  // the middle of this cell is at x = 3.5 edges, next to the sides of y and z
  const auto smooth = smoothed(grid, values, 0.6);
  const glm::dvec3 centre = glm::dvec3(3.5, 0.5, 0.5) * grid.edge;
  const double peak = grid.edge.x * grid.edge.y * grid.edge.z / std::pow(2.0 * kPi * 0.36, 1.5);
  const auto expected = sampled(grid, [&](glm::dvec3 at) {
    at -= centre;
    at -= glm::round(at / grid.box.size) * grid.box.size;
    return peak * std::exp(-0.5 * glm::dot(at, at) / 0.36);
  });
  double sum = 0.0;
  for (std::size_t i = 0; i < smooth.size(); ++i) {
    ASSERT_NEAR(smooth[i], expected[i], 1e-3 * peak) << i;
    sum += smooth[i];
  }
  EXPECT_NEAR(sum, 1.0, 1e-12);
}

TEST(MidLevel, IsHalfwayBetweenThePhases) {
  EXPECT_EQ(midLevel({1.0}), 1.0);
  EXPECT_EQ(midLevel({0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0}), 1.5) << "not the mean";
  EXPECT_EQ(midLevel({1.0, 5.0, 1.5, 0.5, 4.0, 6.0}), 3.0);
}

class SurfaceOrderTest : public test::FormTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Forms, SurfaceOrderTest, ::testing::ValuesIn(test::testedForms()),
                         test::formName);

// One species is a layer across the side of the box, another is a tube, and a third has no
// particles.
TEST_P(SurfaceOrderTest, Particles_HaveTheSurfacesOfTheirShapes) {
  const Fluid fluid = test::mixedFluid({9.0, 8.0, 7.0});
  ParticleState state = test::randomState(fluid, 4000, 3);
  for (std::size_t i = 0; i < state.count(); ++i) {
    glm::vec4& position = state.position[i];
    const double share = position.x / 9.0, angle = 2.0 * kPi * position.z / 7.0;
    if (i % 2 == 0) {
      position.x = cells::insideAsFloat(cells::wrapped(2.0 * share - 1.0, 9.0), 9.0);
    } else {
      position.x = static_cast<float>(4.5 + 2.0 * std::sqrt(share) * std::cos(angle));
      position.z = static_cast<float>(3.5 + 2.0 * std::sqrt(share) * std::sin(angle));
    }
    position.w = i % 2 == 0 ? 0.0F : 1.0F;
  }
  Simulation simulation(device_, fluid, {}, state, {.step = 12, .dt = fluid.dt});
  const SurfaceOrder found = simulation.surfaceOrder();
  EXPECT_EQ(found.step, 12);
  EXPECT_EQ(found.time, simulation.time());
  ASSERT_EQ(found.species.size(), 3U);
  const cells::CellGrid grid = modesGrid(fluid.box);
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<double> counts(static_cast<std::size_t>(grid.count()), 0.0);
    for (const glm::vec4& position : state.position) {
      if (position.w != static_cast<float>(k)) continue;
      const glm::ivec3 cell(glm::floor(glm::dvec3(position) / grid.edge));
      ++counts[static_cast<std::size_t>(cell.x + grid.cells.x * (cell.y + grid.cells.y * cell.z))];
    }
    const auto smooth = smoothed(grid, counts, 0.5);
    const Surface expected = isoSurface(grid, smooth, midLevel(smooth));
    EXPECT_NEAR(found.species[k].area, expected.area, 1e-9) << k;
    EXPECT_EQ(found.species[k].mu.has_value(), k < 2);
  }
  EXPECT_GT(found.species[0].mu->at(2), 0.9) << "a layer";
  EXPECT_LT(found.species[1].mu->at(0), 0.05) << "a tube";
  EXPECT_GT(found.species[1].mu->at(1), 0.4);
  EXPECT_EQ(found.species[2], Surface{});
}

// The box has walls on all sides, which the structure factor does not allow. After a step, after
// another sort and after paint, the result equals the result of a new simulation.
TEST_P(SurfaceOrderTest, AfterChanges_IsThatOfThePresentParticles) {
  Fluid fluid = test::mixedFluid({4.0, 4.5, 5.0});
  fluid.box.boundary = {Boundary::Reflecting, Boundary::Reflecting, Boundary::Reflecting};
  Simulation simulation(device_, fluid, {.reorderEvery = 1}, test::randomState(fluid, 300));
  const auto expectFresh = [&](const char* what) {
    SCOPED_TRACE(what);
    Simulation fresh(device_, fluid, {}, simulation.downloadState(), simulation.clock());
    EXPECT_EQ(simulation.surfaceOrder(), fresh.surfaceOrder());
  };
  expectFresh("at first");
  simulation.step();
  expectFresh("after a step");
  simulation.setSort({.sort = {.algorithm = sort::Algorithm::Bucket}});
  expectFresh("after another sort");
  simulation.apply(test::paintAlong({.origin = {2.0, 2.0, 2.0}}, 2));
  expectFresh("after paint");
}

}  // namespace
}  // namespace gpubuck::dpd
