// Many-body DPD: forces, energies and pressures of both kernels against sums over all pairs in
// double precision, on each kind of step, whole and in parts. The table of the places of ids in
// memory is tested, too.
#include <fmt/format.h>

#include <memory>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::dpd {
namespace {

constexpr std::size_t kDense = 300;  // fills 4.7 rows of 64

class ManyBodyTest : public ::testing::TestWithParam<test::Form> {
 protected:
  ManyBodyTest() {
    folder_.write("test/id_at_place.glsl",
                  "#include \"dpd/place_of_ids.glsl\"\n"
                  "void run(int id) { o_id = vec4(predictedOf(placeOf(id)).w); }\n");
  }

  /// Returns a fluid of three species that attract each other to different degrees.
  static Fluid fluid(const glm::dvec3& size, DensityKernel kernel = DensityKernel::Warren,
                     int dimensions = 3) {
    Fluid fluid = test::withoutNoise(test::mixedFluid(size, dimensions));
    fluid.law = PairLawKind::ManyBody;
    for (PairCoefficients& pair : fluid.pairs) pair.a = -1.5 * pair.a;
    fluid.manyBody = {22.0, 0.8, kernel};
    fluid.dt = 0.005;
    return fluid;
  }

  test::ShaderFolder folder_;
  texel::Device device_{{.engine = GetParam().engine,
                         .shaders = folder_.library(),
                         .textureWidth = test::kTestTextureWidth,
                         .software = GetParam().software}};
};
INSTANTIATE_TEST_SUITE_P(Forms, ManyBodyTest, ::testing::ValuesIn(test::testedForms()),
                         test::formName);

// A box with too few cells for Verlet lists, and a box with enough cells.
const std::vector<glm::dvec3> kSizes{{3.5, 4.0, 5.0}, {5.0, 4.5, 4.0}};

/// Relative rounding of a sum whose terms partly cancel each other.
constexpr double kRounding = 0x1p-18;

/// Returns the density around each particle, by id.
std::vector<double> densitiesById(Simulation& simulation) {
  const Densities densities = simulation.densities().value();
  const std::vector<glm::vec4> ofPlaces = densities.density.download();
  std::vector<double> result;
  for (const texel::IdTexel& place : densities.placeOfId.download()) {
    result.push_back(ofPlaces.at(texel::decodeId(place)).x);
  }
  return result;
}

/// Compares the present state and the next step with the oracle. Returns the largest change of a
/// velocity.
double expectStep(Simulation& simulation, const Fluid& fluid) {
  const ParticleState before = test::byId(simulation.downloadState());
  const reference::PairForces forces =
      reference::pairForces(fluid, test::oracleState(before).forceInput(), test::noTheta);
  const Observables measured = simulation.measure();
  const std::vector<double> density = densitiesById(simulation);
  simulation.step();
  const ParticleState after = test::byId(simulation.downloadState());
  double largest = 0.0, energies = 0.0, stresses = 0.0, densitySum = 0.0;
  glm::dvec3 stress = forces.conservativeVirialSum;
  for (std::size_t i = 0; i < before.count(); ++i) {
    const double mass = fluid.species[static_cast<std::size_t>(speciesOf(before.position[i]))].mass;
    const glm::dvec3 first(glm::vec3(before.velocity[i]));
    const glm::dvec3 change = fluid.dt / mass * forces.force[i], second = first + change;
    const glm::dvec3 squares = 0.5 * mass * (first * first + second * second);
    stress += squares;
    largest = std::max(largest, glm::length(change));
    energies +=
        std::abs(forces.potential[i]) + reference::energyOfDensity(fluid, forces.density[i]);
    stresses += glm::length(squares);
    densitySum += forces.density[i];
    // A weight changes by up to 12 per unit of distance, and distances are rounded to 2^-22.
    EXPECT_NEAR(density[i], forces.density[i], 1e-5) << "particle " << i;
    // A pair's force is at most 1,600, and is rounded to 2^-25 of this value. The sum of the
    // forces' sizes, a few thousand, is rounded to 2^-24. The time step is 0.005.
    EXPECT_NEAR(glm::length(glm::dvec3(glm::vec3(after.velocity[i])) - second), 0.0, 1e-5)
        << "particle " << i;
  }
  const double meanDensity = densitySum / static_cast<double>(before.count());
  EXPECT_NEAR(measured.localDensity.value_or(-1.0), meanDensity, kRounding * meanDensity);
  EXPECT_NEAR(measured.potentialEnergy, forces.potentialSum, kRounding * energies);
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(fluid.box.volume() * measured.pressureTensor[static_cast<std::size_t>(axis)],
                stress[axis], kRounding * (stresses + 10.0 * energies))
        << "axis " << axis;
  }
  return largest;
}

TEST_P(ManyBodyTest, StepsAndMeasurements_AreTheOracles) {
  for (const DensityKernel kernel : {DensityKernel::Warren, DensityKernel::Lucy}) {
    for (const glm::dvec3& size : kSizes) {
      SCOPED_TRACE(fmt::format("{}, side {}", nameOf(kDensityKernels, kernel), size.x));
      const Fluid fluid = this->fluid(size, kernel);
      const ParticleState state = test::randomState(test::mixedFluid(size), kDense);
      Simulation simulation(device_, fluid, {.reorderEvery = 2}, state);
      for (int k = 0; k < 4; ++k) EXPECT_GT(expectStep(simulation, fluid), 0.1) << "step " << k;
    }
  }
}

TEST_P(ManyBodyTest, InTwoDimensions_KernelsAreThoseOfThePlane) {
  for (const DensityKernel kernel : {DensityKernel::Warren, DensityKernel::Lucy}) {
    const glm::dvec3 size(7.0, 9.0, 1.0);
    const Fluid fluid = this->fluid(size, kernel, 2);
    const ParticleState state = test::randomState(test::mixedFluid(size, 2), kDense);
    Simulation simulation(device_, fluid, {.reorderEvery = 2}, state);
    EXPECT_GT(expectStep(simulation, fluid), 0.1);
    EXPECT_GT(expectStep(simulation, fluid), 0.1);
  }
}

// The changes are of a coefficient, of the radius of the densities, of their kernel, and to a law
// without densities and back.
TEST_P(ManyBodyTest, ChangedWhileItRuns_GoesOnByTheNewLaw) {
  Fluid fluid = this->fluid(kSizes[1]);
  const ParticleState state = test::randomState(test::mixedFluid(kSizes[1]), kDense);
  Simulation simulation(device_, fluid, {}, state);
  simulation.measure();
  const auto change = [&](auto&& edit) {
    edit();
    simulation.setFluid(fluid);
    expectStep(simulation, fluid);
  };
  change([&] { fluid.manyBody.b = 30.0; });
  change([&] { fluid.manyBody.densityRadius = 0.6; });
  change([&] { fluid.manyBody.kernel = DensityKernel::Lucy; });
  fluid.law = PairLawKind::Dpd;
  for (PairCoefficients& pair : fluid.pairs) pair.a = -pair.a;
  simulation.setFluid(fluid);
  simulation.step();
  EXPECT_FALSE(simulation.densities());
  EXPECT_FALSE(simulation.measure().localDensity);
  for (PairCoefficients& pair : fluid.pairs) pair.a = -pair.a;
  change([&] { fluid.law = PairLawKind::ManyBody; });
}

TEST_P(ManyBodyTest, WithoutFriction_MomentumAndEnergyAreKept) {
  Fluid fluid = this->fluid(kSizes[1]);
  for (PairCoefficients& pair : fluid.pairs) pair.gamma = 0.0;
  fluid.dt = 0x1p-10;
  ParticleState state = test::randomState(test::mixedFluid(kSizes[1]), kDense);
  test::stopDrift(fluid, state);
  Simulation simulation(device_, fluid, {}, state);
  const auto energy = [](const Observables& now) {
    return now.kineticEnergy + now.potentialEnergy;
  };
  const Observables first = simulation.measure();
  for (int k = 0; k < 256; ++k) simulation.step();
  const Observables last = simulation.measure();
  EXPECT_GT(std::abs(last.potentialEnergy - first.potentialEnergy), 50.0);
  // The tolerance allows for the leap-frog's own error, which is proportional to the square of the
  // time step.
  EXPECT_NEAR(energy(last), energy(first),
              0.01 * std::abs(last.potentialEnergy - first.potentialEnergy));
  for (const double part : last.momentum) EXPECT_NEAR(part, 0.0, 0.01);
}

TEST_P(ManyBodyTest, AnyPartition_MakesTheSameRun) {
  for (const glm::dvec3& size : kSizes) {
    const Fluid fluid = this->fluid(size);
    const ParticleState state = test::randomState(test::mixedFluid(size), kDense);
    const StepSettings settings{.reorderEvery = 2};
    Simulation whole(device_, fluid, settings, state);
    for (int k = 0; k < 4; ++k) whole.step();
    const Observables expected = whole.measure();
    for (const std::int64_t part : {37, 250, 1000}) {
      SCOPED_TRACE(part);
      Simulation parts(device_, fluid, settings, state);
      for (int k = 0; k < 4; ++k) {
        // The step cancels this measurement after its first part.
        parts.measurePart(part);
        while (!parts.advance(part)) {
        }
      }
      test::expectSameState(whole.downloadState(), parts.downloadState());
      std::optional<Observables> measured;
      while (!(measured = parts.measurePart(part))) {
      }
      EXPECT_EQ(measured->pressure, expected.pressure);
      EXPECT_EQ(measured->potentialEnergy, expected.potentialEnergy);
    }
  }
}

TEST_P(ManyBodyTest, PlacesOfIds_HoldAfterEveryStep) {
  for (const glm::dvec3& size : kSizes) {
    Fluid fluid = this->fluid(size);
    fluid.dt = 0.05;
    const std::unique_ptr<Step> step =
        makeStep(device_, fluid, {.reorderEvery = 2}, cells::makeCellGrid(fluid.box, 1.0),
                 std::int64_t{kDense});
    step->take(test::randomState(fluid, kDense));
    texel::MapPass pass(device_, {.name = "test/id_at_place",
                                  .outputs = {{"o_id", texel::Format::Vec4}},
                                  .reads = step->blocks(),
                                  .prologue = step->particlesPrologue()});
    texel::Vec4Array ids(device_, "ids", kDense);
    for (int k = 0; k < 6; ++k) {
      std::vector<texel::Input> inputs = step->particles();
      inputs.push_back(step->places());
      pass.run(kDense, inputs, {{"o_id", ids}});
      const std::vector<glm::vec4> found = ids.download();
      for (std::size_t id = 0; id < kDense; ++id) {
        ASSERT_EQ(found[id].x, static_cast<float>(id)) << "step " << k;
      }
      step->begin(k, {});
      while (step->prepare(100) > 0) {
      }
      step->run({.step = k}, k, {0, kDense});
      step->finish();
    }
  }
}

TEST(ManyBodyCoefficients, DensityAtContactAndEnergy_AreTheOracles) {
  for (const int dimensions : {2, 3}) {
    for (const auto& kernel : kDensityKernels) {
      Fluid fluid = test::plainFluid({5.0, 5.0, 5.0}, dimensions);
      fluid.manyBody = {31.0, 0.7, kernel.value};
      EXPECT_NEAR(fluid.manyBody.densityAtContact(dimensions), reference::densityAt(fluid, 0.0),
                  1e-12);
      EXPECT_NEAR(fluid.manyBody.energyFactor(dimensions), reference::energyOfDensity(fluid, 1.0),
                  1e-12);
    }
  }
}

}  // namespace
}  // namespace gpubuck::dpd
