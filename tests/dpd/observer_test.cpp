// The contribution of each particle, and the observables of whole fluids, compared with the oracle.
#include <fmt/format.h>

#include <glm/gtc/type_ptr.hpp>
#include <map>
#include <string_view>

#include "dpd/fluids.h"
#include "dpd/rounding.h"
#include "dpd/simulation.h"
#include "dpd/sorted_particles.h"
#include "reference/observables.h"

namespace gpubuck::dpd {
namespace {

using cells::Boundary;
using test::kRound;

class ObserverTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, ObserverTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

/// The oracle's results for a state, and the largest differences that rounding may cause.
struct Oracle {
  Oracle(const Fluid& fluid, const ParticleState& state, std::int64_t step)
      : Oracle(fluid, state, step, test::philoxTheta(state, step, fluid.seed)) {}

  reference::ForceInput input;
  reference::PairForces forces;
  test::RoundingBounds bounds;
  std::vector<glm::dvec3> before, after;  ///< velocities half a step earlier and half a step later
  Observables observables;
  std::vector<double> momentumError, kineticError, gravityError;

 private:
  Oracle(const Fluid& fluid, const ParticleState& state, std::int64_t step,
         const reference::Theta& theta)
      : input(test::oracleState(state).forceInput()),
        forces(reference::pairForces(fluid, input, theta)),
        bounds(test::roundingBounds(fluid, input, theta)),
        before(velocities(state)),
        after(velocitiesAfter(fluid, state, test::philoxDragTheta(state, step, fluid.seed))),
        observables(reference::observe(fluid, step, input, before, after, forces)) {
    for (std::size_t i = 0; i < state.count(); ++i) {
      const double mass = fluid.species[static_cast<std::size_t>(input.species[i])].mass;
      const test::AccelerationBound acceleration =
          test::accelerationBound(fluid, mass, forces.force[i], bounds.force[i], input.velocity[i]);
      // Each component of the acceleration is at most `size`, so the vector is at most sqrt 3 times
      // as long.
      const double speed = glm::length(before[i]) + std::sqrt(3.0) * fluid.dt * acceleration.size;
      // A component of the velocity is computed by one product and one sum. The errors below also
      // contain the roundings of their own products.
      const double error = fluid.dt * acceleration.error + 2.0 * kRound * speed;
      momentumError.push_back(mass * (error + 2.0 * kRound * speed));
      kineticError.push_back(mass *
                             (std::sqrt(3.0) * speed * error + 4.0 * kRound * speed * speed));
      gravityError.push_back(8.0 * kRound * mass * glm::length(fluid.gravity) *
                             glm::length(input.position[i]));
    }
  }

  static std::vector<glm::dvec3> velocities(const ParticleState& state) {
    std::vector<glm::dvec3> result;
    for (const glm::vec4& v : state.velocity) result.emplace_back(v.x, v.y, v.z);
    return result;
  }

  /// Returns the velocities after the step. They follow from v(n), the mean of the velocities
  /// before and after the step.
  std::vector<glm::dvec3> velocitiesAfter(const Fluid& fluid, const ParticleState& state,
                                          const reference::ParticleTheta& dragTheta) const {
    std::vector<glm::dvec3> result =
        reference::leapfrog(fluid, test::oracleState(state), forces.force, dragTheta)
            .velocityAtStep;
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = 2.0 * result[i] - before[i];
    return result;
  }
};

double total(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum;
}

void expectOptional(const std::optional<double>& expected, const std::optional<double>& actual) {
  ASSERT_EQ(actual.has_value(), expected.has_value());
  // Numbers of particles are exact; the remaining error is a few roundings in double precision.
  if (expected) {
    EXPECT_NEAR(*actual, *expected, 1e-9 * (1.0 + *expected));
  }
}

void expectObservables(const Fluid& fluid, const Oracle& oracle, const Observables& actual) {
  const Observables& expected = oracle.observables;
  const double dimensions = fluid.box.dimensions;
  const double spread = dimensions * fluid.box.volume();
  const double kinetic = total(oracle.kineticError);
  const double momentum = total(oracle.momentumError);
  EXPECT_EQ(actual.step, expected.step);
  EXPECT_DOUBLE_EQ(actual.time, expected.time);
  EXPECT_NEAR(actual.kineticEnergy, expected.kineticEnergy, kinetic);
  EXPECT_NEAR(actual.potentialEnergy, expected.potentialEnergy, total(oracle.bounds.potential));
  EXPECT_NEAR(actual.gravityEnergy, expected.gravityEnergy, total(oracle.gravityError));
  // The tolerance of the pressure along one axis. Each particle's share of the pressure is the sum
  // of two numbers, and is rounded in proportion to their magnitude.
  const double stress = 2.0 * kinetic + total(oracle.bounds.conservativeVirial) +
                        2.0 * kRound * fluid.box.volume() *
                            glm::length(glm::make_vec3(expected.pressureTensor.data()));
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(actual.pressureTensor[axis], expected.pressureTensor[axis],
                stress / fluid.box.volume());
  }
  EXPECT_NEAR(actual.pressure, expected.pressure, dimensions * stress / spread);
  EXPECT_NEAR(actual.pressureTotal, expected.pressureTotal,
              (2.0 * kinetic + total(oracle.bounds.totalVirial)) / spread);
  const double relative = expected.kineticEnergy > 0.0 ? kinetic / expected.kineticEnergy : 0.0;
  EXPECT_NEAR(actual.temperature, expected.temperature, relative * expected.temperature);
  // The mean of two velocities is at most as large as the larger velocity, and its error is at most
  // as large as the larger error of the two velocities.
  EXPECT_NEAR(actual.temperatureOnStep, expected.temperatureOnStep,
              relative * expected.temperature);
  ASSERT_EQ(actual.species.size(), expected.species.size());
  for (std::size_t k = 0; k < expected.species.size(); ++k) {
    const SpeciesObservables& one = expected.species[k];
    EXPECT_EQ(actual.species[k].count, one.count);
    EXPECT_NEAR(
        actual.species[k].temperature, one.temperature,
        2.0 * kinetic / (dimensions * static_cast<double>(std::max<std::int64_t>(1, one.count))));
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(actual.species[k].momentum[axis], one.momentum[axis], momentum);
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(actual.momentum[axis], expected.momentum[axis], momentum);
  }
  ASSERT_EQ(actual.surfaceTension.has_value(), expected.surfaceTension.has_value());
  if (expected.surfaceTension) {
    const double length = fluid.box.size[fluid.box.dimensions - 1];
    EXPECT_NEAR(*actual.surfaceTension, *expected.surfaceTension,
                length * stress / fluid.box.volume());
  }
  expectOptional(expected.mixingWidth, actual.mixingWidth);
  expectOptional(expected.domainSize, actual.domainSize);
}

/// Measures `state` at step 17, compares the measurement with the oracle, and returns it.
Observables expectOracle(const texel::Device& device, Fluid fluid, const ParticleState& state,
                         const cells::Method& search = {}) {
  SCOPED_TRACE(fmt::format("{} particles", state.count()));
  fluid.noise = test::kOracleNoise;
  constexpr std::int64_t kStep = 17;
  Simulation simulation(device, fluid, {}, state, {.step = kStep, .dt = fluid.dt}, search);
  const Observables actual = simulation.measure();
  expectObservables(fluid, Oracle(fluid, state, kStep), actual);
  return actual;
}

Fluid twoSpecies(const glm::dvec3& size, int dimensions = 3) {
  Fluid fluid = test::plainFluid(size, dimensions);
  fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 2.5, 0.5, ""}};
  fluid.pairs = {{25.0, 4.5}, {60.0, 4.5}, {60.0, 4.5}, {30.0, 4.5}};
  return fluid;
}

TEST_P(ObserverTest, EachParticle_ContributesItsShare) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid fluid = test::mixedFluid({4.0, 3.5, 5.0});
  fluid.noise = test::kOracleNoise;
  fluid.gravity = {0.25, -0.5, 1.5};
  fluid.poiseuille = 2.0;
  fluid.drag = 1.5;
  const ParticleState state = test::randomState(fluid, 200);
  const std::unique_ptr<Step> step =
      makeStep(device, fluid, {}, cells::makeCellGrid(fluid.box, 1.0), 200);
  step->take(state);
  Measure measure(device, fluid, *step, 200);
  measure.run({.step = 3, .dt = fluid.dt}, {0, 200}, step->neighbours());
  std::map<std::string_view, std::vector<float>> measured;
  for (const auto& [summand, names] : measure.summands(1)) {
    for (const glm::vec4& numbers : summand.values->download()) {
      for (int k = 0; k < 4; ++k)
        measured[names[static_cast<std::size_t>(k)]].push_back(numbers[k]);
    }
  }

  // Brings the particles into the order in which the step keeps them.
  test::touch(device, *step);
  const Oracle oracle(fluid, step->download(), 3);
  ASSERT_GT(oracle.bounds.pairs, 500);
  for (std::size_t i = 0; i < 200; ++i) {
    const auto share = [&](const std::string& name) { return measured.at(name).at(i); };
    const double mass = fluid.species[static_cast<std::size_t>(oracle.input.species[i])].mass;
    const glm::dvec3& before = oracle.before[i];
    const glm::dvec3& after = oracle.after[i];
    for (int axis = 0; axis < 3; ++axis) {
      const char name = cells::kAxisNames[axis];
      EXPECT_NEAR(share(fmt::format("momentum {}", name)),
                  0.5 * mass * (before[axis] + after[axis]), oracle.momentumError[i]);
      const double squares = 0.5 * mass * (before[axis] * before[axis] + after[axis] * after[axis]);
      const double own = squares + oracle.forces.conservativeVirial[i][axis];
      EXPECT_NEAR(share(fmt::format("stress {0}{0}", name)), own,
                  2.0 * oracle.kineticError[i] + oracle.bounds.conservativeVirial[i] +
                      2.0 * kRound * std::abs(own));
    }
    EXPECT_NEAR(share("kinetic energy"),
                0.25 * mass * (glm::dot(before, before) + glm::dot(after, after)),
                oracle.kineticError[i]);
    EXPECT_NEAR(share("potential energy"), oracle.forces.potential[i], oracle.bounds.potential[i]);
    EXPECT_NEAR(share("total virial"), oracle.forces.totalVirial[i], oracle.bounds.totalVirial[i]);
    EXPECT_NEAR(share("gravity energy"), -mass * glm::dot(fluid.gravity, oracle.input.position[i]),
                oracle.gravityError[i]);
    const glm::dvec3 mean = 0.5 * (before + after);
    EXPECT_NEAR(share("kinetic energy on step"), 0.5 * mass * glm::dot(mean, mean),
                oracle.kineticError[i]);
    EXPECT_EQ(share("species"), static_cast<float>(oracle.input.species[i]));
  }
}

TEST_P(ObserverTest, TwoSpeciesUnderGravityBetweenWalls) {
  Fluid fluid = twoSpecies({6.0, 5.5, 8.3});
  fluid.box.boundary[2] = Boundary::Reflecting;
  fluid.gravity = {0.1, 0.0, -0.4};
  const Observables result =
      expectOracle(test::makeDevice(GetParam()), fluid, test::randomState(fluid, 700));
  EXPECT_TRUE(result.mixingWidth.has_value());
  EXPECT_FALSE(result.surfaceTension.has_value());
}

TEST_P(ObserverTest, TwoDimensions) {
  Fluid fluid = twoSpecies({12.0, 16.5, 1.0}, 2);
  fluid.gravity = {0.0, -0.4, 0.0};
  const Observables result =
      expectOracle(test::makeDevice(GetParam()), fluid, test::randomState(fluid, 600));
  EXPECT_NE(result.surfaceTension.value(), 0.0);
}

// A drag does not conserve momentum, which changes the number of degrees of freedom. The drag also
// changes the velocities half a step later.
TEST_P(ObserverTest, DraggedStreams) {
  const texel::Device device = test::makeDevice(GetParam());
  for (Fluid fluid : {test::mixedFluid({4.0, 3.5, 5.0}), test::mixedFluid({9.0, 7.0, 1.0}, 2)}) {
    fluid.poiseuille = 2.0;
    fluid.drag = 1.5;
    expectOracle(device, fluid, test::randomState(fluid, 200));
  }
}

// Compositions are counted in cells of edge 1, independent of the cells that are searched.
TEST_P(ObserverTest, CellsOfTheSearch_ChangeNothing) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid fluid = twoSpecies({6.0, 5.5, 8.3});
  fluid.gravity = {0.1, 0.0, -0.4};
  Fluid flat = twoSpecies({12.0, 16.5, 1.0}, 2);
  flat.gravity = {0.0, -0.4, 0.0};
  for (const char* word : {"cells-per-cutoff=3", "octant=2", "octant=4"}) {
    SCOPED_TRACE(word);
    const cells::Method method = cells::parseMethod(word).value();
    const Observables result = expectOracle(device, fluid, test::randomState(fluid, 700), method);
    EXPECT_TRUE(result.mixingWidth.has_value());
    expectOracle(device, flat, test::randomState(flat, 600), method);
  }
  // The box is shorter than the three cells of edge 1 that the default search needs.
  const Fluid small = twoSpecies({2.0, 2.5, 4.25});
  expectOracle(device, small, test::randomState(small, 60), cells::parseMethod("octant=2").value());
}

TEST_P(ObserverTest, OneAndThreeSpecies_HaveNoMixingWidthOrDomainSize) {
  const texel::Device device = test::makeDevice(GetParam());
  for (Fluid fluid : {test::plainFluid({4.0, 5.0, 3.0}), test::mixedFluid({4.0, 5.0, 3.0})}) {
    fluid.gravity = {0.0, 0.0, -1.0};
    const Observables result = expectOracle(device, fluid, test::randomState(fluid, 180));
    EXPECT_FALSE(result.mixingWidth.has_value());
    EXPECT_FALSE(result.domainSize.has_value());
  }
}

TEST_P(ObserverTest, SizesAroundATextureRow) {
  const texel::Device device = test::makeDevice(GetParam());
  constexpr std::size_t kW = test::kTestTextureWidth;
  for (const std::size_t count : {std::size_t{1}, kW - 1, kW, kW + 1, 2 * kW + 37}) {
    const Fluid fluid = twoSpecies({3.0, 4.0, 3.5});
    expectOracle(device, fluid, test::randomState(fluid, count));
  }
  const Fluid fluid = twoSpecies({3.0, 4.0, 3.5});
  expectOracle(test::makeDevice(GetParam(), 0), fluid, test::randomState(fluid, 300));
}

// Two particles in one place have the whole energy of a pair, but no virial and no force.
TEST_P(ObserverTest, CoincidentParticles_HaveEnergyOnly) {
  const texel::Device device = test::makeDevice(GetParam());
  const Fluid fluid = test::plainFluid({4.0, 4.0, 4.0});
  const glm::vec4 place(1.5F, 1.5F, 3.75F, 0.0F);
  const ParticleState state{{place, place},
                            {{1.0F, 0.0F, 0.0F, 0.0F}, {-1.0F, 0.0F, 0.0F, 0.0F}},
                            {{1.0F, 0.0F, 0.0F, 0.0F}, {-1.0F, 0.0F, 0.0F, 1.0F}}};
  const Observables result = Simulation(device, fluid, {}, state).measure();
  const double energy =
      reference::pairForces(fluid, test::oracleState(state).forceInput(), [](int, int) {
        return 0.0;
      }).potentialSum;
  EXPECT_GT(energy, 1.0);
  EXPECT_FLOAT_EQ(static_cast<float>(result.potentialEnergy), static_cast<float>(energy));
  EXPECT_EQ(result.kineticEnergy, 1.0);
  EXPECT_EQ(result.pressure, 2.0 / (3.0 * 64.0));
  EXPECT_EQ(result.pressureTotal, result.pressure);
  EXPECT_EQ(result.temperature, 2.0 / 3.0);  // six degrees of freedom, less three for the momentum
}

/// Returns particles on a lattice, one per cell. `speciesAt` gives the species by the coordinates
/// of the cell.
template <typename SpeciesAt>
ParticleState lattice(const Fluid& fluid, SpeciesAt speciesAt) {
  ParticleState state;
  const cells::CellGrid grid = cells::makeCellGrid(fluid.box, 1.0);
  for (int z = 0; z < grid.cells.z; ++z) {
    for (int y = 0; y < grid.cells.y; ++y) {
      for (int x = 0; x < grid.cells.x; ++x) {
        const glm::dvec3 at = (glm::dvec3(x, y, z) + 0.5) * grid.edge;
        state.position.emplace_back(at.x, at.y, fluid.box.dimensions == 3 ? at.z : 0.0,
                                    speciesAt(x, y, z));
        state.predicted.emplace_back(0.0F, 0.0F, 0.0F, state.predicted.size());
      }
    }
  }
  state.velocity.assign(state.count(), glm::vec4(0.0F));
  return state;
}

// The stripes are 3 cells wide. Along x the correlation is 1, 1/3, -1/3 at lags of 0, 1, 2 cells,
// so it crosses zero at 1.5 cells.
TEST_P(ObserverTest, DomainSizeOfStripes) {
  const texel::Device device = test::makeDevice(GetParam());
  const auto stripes = [](int x, int, int) { return x / 3 % 2; };
  Fluid fluid = twoSpecies({12.5, 6.0, 6.0});
  fluid.box.boundary[1] = fluid.box.boundary[2] = Boundary::Reflecting;
  const Observables crossing = expectOracle(device, fluid, lattice(fluid, stripes));
  ASSERT_TRUE(crossing.domainSize.has_value());
  EXPECT_NEAR(*crossing.domainSize, 1.5 * 12.5 / 12.0, 1e-12);
  EXPECT_FALSE(crossing.mixingWidth.has_value());

  // Along y the stripes do not end. If y is periodic, it does not contribute to the size, and if
  // only y is periodic, there is no size.
  fluid.box.boundary[1] = Boundary::Periodic;
  EXPECT_EQ(expectOracle(device, fluid, lattice(fluid, stripes)).domainSize, crossing.domainSize);
  fluid.box.boundary[0] = Boundary::Reflecting;
  EXPECT_FALSE(expectOracle(device, fluid, lattice(fluid, stripes)).domainSize.has_value());
  // Without a periodic axis there is no size either.
  fluid.box.boundary = {Boundary::Reflecting, Boundary::Reflecting, Boundary::Reflecting};
  EXPECT_FALSE(expectOracle(device, fluid, lattice(fluid, stripes)).domainSize.has_value());
}

TEST_P(ObserverTest, DomainSizeOfBlocks_IsTheMeanOfTheAxes) {
  const Fluid fluid = twoSpecies({16.0, 12.0, 1.0}, 2);
  // A quarter of a period is 2 cells along x, where stripes are 4 cells wide, and 1.5 cells along
  // y, where stripes are 3 cells wide.
  const Observables result =
      expectOracle(test::makeDevice(GetParam()), fluid,
                   lattice(fluid, [](int x, int y, int) { return (x / 4 + y / 3) % 2; }));
  ASSERT_TRUE(result.domainSize.has_value());
  EXPECT_NEAR(*result.domainSize, 1.75, 1e-12);
}

TEST_P(ObserverTest, UniformMixture_HasNoDomainSize) {
  const Fluid fluid = twoSpecies({5.0, 5.0, 5.0});
  const Observables result = expectOracle(test::makeDevice(GetParam()), fluid,
                                          lattice(fluid, [](int, int, int) { return 0; }));
  EXPECT_FALSE(result.domainSize.has_value());
  EXPECT_EQ(result.species[1].count, 0);
  EXPECT_EQ(result.species[1].temperature, 0.0);
}

// Along z, layers 0..3 are of species 0 and layers 4..7 of species 1. In layers 3 and 4 every
// second particle is exchanged. With f the share of a species in a layer, f (1 - f) is 1/4 there
// and 0 elsewhere, so the mixing width is 6 * 2/4 * edge.
TEST_P(ObserverTest, MixingWidthOfLayers) {
  Fluid fluid = twoSpecies({4.0, 4.0, 8.4});
  fluid.box.boundary[2] = Boundary::Reflecting;
  fluid.gravity = {0.0, 0.0, -1.0};
  const Observables result =
      expectOracle(test::makeDevice(GetParam()), fluid, lattice(fluid, [](int x, int, int z) {
                     const bool exchanged = (z == 3 || z == 4) && x % 2 == 0;
                     return (z >= 4) != exchanged ? 1 : 0;
                   }));
  ASSERT_TRUE(result.mixingWidth.has_value());
  EXPECT_NEAR(*result.mixingWidth, 3.0 * 8.4 / 8.0, 1e-12);
}

TEST_P(ObserverTest, EmptyBox_MeasuresZero) {
  const texel::Device device = test::makeDevice(GetParam());
  Simulation simulation(device, twoSpecies({3.0, 3.0, 3.0}), {}, {});
  simulation.step();
  simulation.checkFailure();
  const Observables result = simulation.measure();
  EXPECT_EQ(result.step, 1);
  EXPECT_EQ(result.temperature, 0.0);
  EXPECT_EQ(result.pressure, 0.0);
  EXPECT_EQ(result.potentialEnergy, 0.0);
  EXPECT_FALSE(result.domainSize.has_value());
}

}  // namespace
}  // namespace gpubuck::dpd
