// Measurements compared with the step that follows them: both must take the same forces, noise and
// effects.
#include <fmt/format.h>

#include <numeric>
#include <string>
#include <vector>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "reference/geometry.h"

namespace gpubuck::dpd {
namespace {

using cells::Boundary;

class MeasuredStepTest : public ::testing::TestWithParam<test::Form> {
 protected:
  texel::Device device_{{.engine = GetParam().engine,
                         .textureWidth = test::kTestTextureWidth,
                         .software = GetParam().software}};
};
INSTANTIATE_TEST_SUITE_P(Forms, MeasuredStepTest, ::testing::ValuesIn(test::testedForms()),
                         test::formName);

/// Returns a bound of the difference of two velocities. Both passes add the forces of the same
/// neighbours in the same order, but a compiler may fuse different products with sums in the two
/// passes. There are at most 64 addends of at most 150. Each addend and each partial sum has a
/// relative error of a few units of 2^-24. The bound is 2^-20 of `speed` plus the time step times
/// the sum of the addends' magnitudes.
double velocityError(const Fluid& fluid, double speed) {
  return 0x1p-20 * (speed + fluid.dt * 64.0 * 150.0);
}

double massOf(const Fluid& fluid, const glm::vec4& position) {
  return fluid.species[static_cast<std::size_t>(speciesOf(position))].mass;
}

/// Compares `measured` with the velocities before and after the step, and with the species before
/// it. Solids reverse a particle's momentum, but keep its speed.
void expectVelocities(const Fluid& fluid, const Observables& measured, const ParticleState& before,
                      const ParticleState& after) {
  std::vector<glm::dvec3> momentum(fluid.species.size(), glm::dvec3(0.0));
  double kinetic = 0.0, ofMeans = 0.0, energyError = 0.0, momentumError = 0.0, gravity = 0.0;
  for (std::size_t i = 0; i < before.count(); ++i) {
    const double mass = massOf(fluid, before.position[i]);
    const glm::dvec3 v(before.velocity[i]), w(after.velocity[i]);
    const glm::dvec3 mean = 0.5 * (v + w);
    const double speed = glm::length(v) + glm::length(w);
    momentum[static_cast<std::size_t>(speciesOf(before.position[i]))] += mass * mean;
    kinetic += 0.25 * mass * (glm::dot(v, v) + glm::dot(w, w));
    ofMeans += 0.5 * mass * glm::dot(mean, mean);
    gravity -= mass * glm::dot(fluid.gravity, glm::dvec3(before.position[i]));
    momentumError += mass * velocityError(fluid, speed);
    energyError += mass * speed * velocityError(fluid, speed);
  }
  EXPECT_NEAR(measured.kineticEnergy, kinetic, energyError);
  // The rounding of each product is in proportion to its size. The box is at most 16 long.
  EXPECT_NEAR(
      measured.gravityEnergy, gravity,
      0x1p-21 * static_cast<double>(before.count()) * 3.0 * 16.0 * glm::length(fluid.gravity));
  if (!fluid.solids.empty() || fluid.box.boundary[1] == Boundary::Reflecting) return;
  EXPECT_NEAR(measured.temperatureOnStep / measured.temperature, ofMeans / kinetic,
              2.0 * energyError / kinetic);
  for (std::size_t k = 0; k < momentum.size(); ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(measured.species[k].momentum[static_cast<std::size_t>(axis)], momentum[k][axis],
                  momentumError);
    }
  }
}

/// Measures before each of three steps, also before the first.
void expectSteps(const texel::Device& device, const Fluid& fluid, const ParticleState& state,
                 const StepSettings& settings = {}) {
  Simulation simulation(device, fluid, settings, state, {.step = 5, .dt = fluid.dt});
  for (int step = 0; step < 3; ++step) {
    SCOPED_TRACE(fmt::format("step {}", step));
    const ParticleState before = test::byId(simulation.downloadState());
    const Observables measured = simulation.measure();
    simulation.step();
    expectVelocities(fluid, measured, before, test::byId(simulation.downloadState()));
  }
}

// Boxes with too few cells for Verlet lists, and boxes with enough cells.
const std::vector<glm::dvec3> kFewAndManyCells{{3.5, 4.0, 3.0}, {5.0, 4.5, 4.0}};

ParticleState stateOf(const Fluid& fluid) { return test::randomState(fluid, 150); }

TEST_P(MeasuredStepTest, EachNoiseAndStep) {
  for (const Noise& noise : kNoises) {
    SCOPED_TRACE(noise.name);
    for (const glm::dvec3& box : kFewAndManyCells) {
      Fluid fluid = test::mixedFluid(box);
      fluid.noise = noise.value;
      expectSteps(device_, fluid, stateOf(fluid));
    }
  }
  Fluid fluid = test::mixedFluid(kFewAndManyCells[1]);
  fluid.integrator = Integrator::VelocityVerlet;
  expectSteps(device_, fluid, stateOf(fluid),
              {.sort = {.algorithm = sort::Algorithm::Bucket}, .reorderEvery = 2});
  fluid = test::mixedFluid({9.0, 7.0, 1.0}, 2);
  expectSteps(device_, fluid, stateOf(fluid), {.sort = {.algorithm = sort::Algorithm::Bitonic}});
}

TEST_P(MeasuredStepTest, EachLaw) {
  for (const PairLaw& law : kPairLaws) {
    SCOPED_TRACE(law.name);
    Fluid fluid = test::mixedFluid(kFewAndManyCells[1]);
    fluid.law = law.value;
    expectSteps(device_, fluid, stateOf(fluid));
  }
}

TEST_P(MeasuredStepTest, DragAndStreams) {
  for (const glm::dvec3& box : kFewAndManyCells) {
    Fluid fluid = test::mixedFluid(box);
    fluid.drag = 1.5;
    fluid.poiseuille = 2.0;
    fluid.gravity = {0.5, -1.0, 2.0};
    expectSteps(device_, fluid, stateOf(fluid));
  }
}

TEST_P(MeasuredStepTest, Solids) {
  Fluid fluid = test::mixedFluid({6.0, 4.5, 4.0});
  for (Boundary& side : fluid.box.boundary) side = Boundary::Reflecting;
  const auto ball = [](const glm::dvec3& centre, double radius) -> cells::Shape {
    return {.kind = cells::ShapeKind::Sphere, .centre = centre, .radius = radius};
  };
  fluid.solids = {{.shape = ball({2.0, 2.0, 2.0}, 1.0)},
                  {.shape = {.kind = cells::ShapeKind::Layer, .axis = 0, .from = 3.5, .to = 4.5}}};
  expectSteps(device_, fluid, test::freeState(fluid, 90));
  fluid = test::mixedFluid({5.0, 5.0, 5.0});
  for (Boundary& side : fluid.box.boundary) side = Boundary::Reflecting;
  fluid.solids = {{.kind = SolidKind::Vessel, .shape = ball({2.5, 2.5, 2.5}, 2.4)}};
  expectSteps(device_, fluid, test::freeState(fluid, 90));
}

TEST_P(MeasuredStepTest, Effects) {
  for (const glm::dvec3& box : kFewAndManyCells) {
    Fluid fluid = test::mixedFluid(box);
    const cells::Shape ball = test::ballOf({1.0, 1.0, 2.0}, 1.4);
    fluid.effects = {{.shape = test::ballOf({0.4, 2.0, 1.0}, 1.6),
                      .strength = 90.0,
                      .direction = {3.0, -50.0, 80.0},
                      .period = 0.7},
                     {.kind = EffectKind::Heat, .shape = ball, .strength = 400.0},
                     {.kind = EffectKind::Turn,
                      .shape = ball,
                      .strength = 60.0,
                      .turns = 2,
                      .into = 0,
                      .back = 20.0}};
    expectSteps(device_, fluid, stateOf(fluid));
  }
}

/// Returns pairs of particles that are less than 1 apart. Each pair is out of reach of all other
/// particles. Particle 2 k is paired with 2 k + 1.
ParticleState lonelyPairs(const Fluid& fluid) {
  ParticleState state = test::byId(test::randomState(fluid, 128));
  for (std::size_t i = 0; i < state.count(); ++i) {
    const std::size_t k = i / 2;
    const glm::vec3 corner(3.0F * static_cast<float>(k % 4), 3.0F * static_cast<float>(k / 4 % 4),
                           3.0F * static_cast<float>(k / 16));
    const float away = i % 2 == 0 ? 0.0F : 0.2F + 0.008F * static_cast<float>(k);
    state.position[i] = glm::vec4(corner + glm::vec3(1.0F, 1.0F + 0.6F * away, 1.0F + 0.8F * away),
                                  state.position[i].w);
  }
  return state;
}

// A particle with one neighbour feels only the pair's force, so that the pair's virial follows from
// the velocities before and after the step. Velocities of at most 8 are rounded to 2^-22.
TEST_P(MeasuredStepTest, LonelyPairs_HaveTheVirialOfTheirForces) {
  for (const Noise& noise : kNoises) {
    for (const bool areBonded : {false, true}) {
      SCOPED_TRACE(fmt::format("{}{}", noise.name, areBonded ? ", bonded" : ""));
      Fluid fluid = test::mixedFluid({12.0, 12.0, 12.0});
      fluid.noise = noise.value;
      ParticleState state = lonelyPairs(fluid);
      if (areBonded) {
        fluid.bondKinds = {{"spring", BondForm::Harmonic, 20.0, 0.5}};
        for (std::uint32_t i = 0; i < state.count(); i += 2) {
          state.molecules.bonds.push_back({0, {i, i + 1}});
        }
      }
      Simulation simulation(device_, fluid, {}, state);
      simulation.step();
      const ParticleState before = test::byId(simulation.downloadState());
      const Observables measured = simulation.measure();
      simulation.step();
      const ParticleState after = test::byId(simulation.downloadState());
      double virial = 0.0, error = 0.0;
      for (std::size_t i = 0; i < state.count(); i += 2) {
        const glm::dvec3 r = reference::nearestImage(fluid.box, glm::dvec3(before.position[i]),
                                                     glm::dvec3(before.position[i + 1]));
        const double mass = massOf(fluid, before.position[i]);
        virial += mass / fluid.dt *
                  glm::dot(r, glm::dvec3(after.velocity[i]) - glm::dvec3(before.velocity[i]));
        error += mass / fluid.dt * 0x1p-20 * glm::length(r);
      }
      const double volume = fluid.box.volume();
      EXPECT_NEAR(3.0 * volume * measured.pressureTotal, 2.0 * measured.kineticEnergy + virial,
                  error + 1e-6 * measured.kineticEnergy);
    }
  }
}

// The slabs add up to the kinetic part of the pressure tensor and to its virial. The sums are
// rounded by less than 2^-18 of the pressure.
TEST_P(MeasuredStepTest, StressProfile_AveragesToThePressure) {
  Fluid fluid = test::mixedFluid({3.5, 4.0, 3.0});
  Simulation simulation(device_, fluid, {}, stateOf(fluid));
  simulation.step();
  const Observables measured = simulation.measure();
  const StressProfile profile = simulation.stressProfile();
  const double slabs = static_cast<double>(profile.normal.size());
  const auto mean = [&](const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / slabs;
  };
  const double tolerance = 0x1p-18 * measured.pressure;
  EXPECT_NEAR(mean(profile.normal), measured.pressureTensor[2], tolerance);
  EXPECT_NEAR(mean(profile.tangential),
              0.5 * (measured.pressureTensor[0] + measured.pressureTensor[1]), tolerance);
}

}  // namespace
}  // namespace gpubuck::dpd
