// Bonds and angles: forces, energies and virials of all forms against differences of the energy in
// double precision, on each kind of step, whole and in parts.
#include <fmt/format.h>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "reference/geometry.h"
#include "reference/molecule_forces.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

constexpr std::size_t kBeads = 300;  // fills 4.7 rows of 64

class MoleculesTest : public ::testing::TestWithParam<test::Form> {
 protected:
  texel::Device device_{{.engine = GetParam().engine,
                         .textureWidth = test::kTestTextureWidth,
                         .software = GetParam().software}};
};
INSTANTIATE_TEST_SUITE_P(Forms, MoleculesTest, ::testing::ValuesIn(test::testedForms()),
                         test::formName);

// A box with too few cells for Verlet lists, and a box with enough cells.
const std::vector<glm::dvec3> kBoxes{{3.5, 4.0, 5.0}, {5.0, 4.5, 4.0}};

/// Returns a fluid with bonds and angles of all forms. Their coefficients differ.
Fluid moleculeFluid(const glm::dvec3& size, int dimensions = 3) {
  Fluid fluid = test::withoutNoise(test::mixedFluid(size, dimensions));
  fluid.bondKinds = {{"stiff", BondForm::Harmonic, 90.0, 0.6},
                     {"soft", BondForm::Harmonic, 4.0, 0.0},
                     {"elastic", BondForm::Fene, 30.0, 0.2, 1.9}};
  fluid.angleKinds = {{"straight", AngleForm::Cosine, 8.0, 180.0},
                      {"bent", AngleForm::Cosine, 6.0, 110.0},
                      {"water", AngleForm::Harmonic, 5.0, 109.0},
                      {"rod", AngleForm::Harmonic, 7.0, 180.0}};
  fluid.dt = 0.005;
  return fluid;
}

/// Returns whether two particles are less than `longest` apart.
bool areWithin(const Fluid& fluid, const ParticleState& state, std::uint32_t one,
               std::uint32_t other, double longest) {
  return glm::length(reference::nearestImage(fluid.box, glm::dvec3(glm::vec3(state.position[one])),
                                             glm::dvec3(glm::vec3(state.position[other])))) <
         longest;
}

/// Returns bonds between neighbours, and angles whose arms are such bonds and whose ends are
/// neighbours, too. Some particles have many bonds, others none, and the particle with the highest
/// id has bonds.
Molecules bondedNeighbours(const Fluid& fluid, const ParticleState& given, double longest = 1.5) {
  const ParticleState state = test::byId(given);
  Molecules molecules;
  const auto count = static_cast<std::uint32_t>(state.count());
  for (std::uint32_t i = 0; i < count; i += 3) {
    const std::uint32_t from = count - 1 - i;
    std::uint32_t before = from;
    for (std::uint32_t j = 0; j < count && molecules.bonds.size() < 2 * count; ++j) {
      if (j == from || !areWithin(fluid, state, from, j, longest)) continue;
      molecules.bonds.push_back({static_cast<int>(j % 3), {from, j}});
      if (before != from && areWithin(fluid, state, before, j, longest)) {
        molecules.angles.push_back({static_cast<int>(j % 4), {before, from, j}});
        if (i % 2 == 0) break;
      }
      before = j;
    }
  }
  return molecules;
}

ParticleState moleculeState(const Fluid& fluid, std::uint32_t seed = 1) {
  Fluid warm = fluid;
  warm.kT = 1.0;
  ParticleState state = test::randomState(warm, kBeads, seed);
  state.molecules = bondedNeighbours(fluid, state);
  return state;
}

/// Compares the present state and the next step with the oracles. Returns the largest force that
/// bonds and angles exert on a particle.
double expectMoleculeStep(Simulation& simulation, const Fluid& fluid) {
  const ParticleState before = test::byId(simulation.downloadState());
  const reference::LeapfrogState oracle = test::oracleState(before);
  const reference::PairForces pairs =
      reference::pairForces(fluid, oracle.forceInput(), test::noTheta);
  const reference::MoleculeForces molecules =
      reference::moleculeForces(fluid, before.molecules, oracle.position);
  const Observables measured = simulation.measure();
  simulation.step();
  const ParticleState after = test::byId(simulation.downloadState());
  EXPECT_EQ(before.molecules, after.molecules);
  glm::dvec3 stress = pairs.conservativeVirialSum + molecules.virial;
  double largest = 0.0, sizes = 0.0, kinetic = 0.0;
  for (std::size_t i = 0; i < before.count(); ++i) {
    const double mass = fluid.species[static_cast<std::size_t>(speciesOf(before.position[i]))].mass;
    const glm::dvec3 first(glm::vec3(before.velocity[i]));
    const glm::dvec3 change = fluid.dt / mass * (pairs.force[i] + molecules.force[i]);
    const glm::dvec3 second = first + change;
    stress += 0.5 * mass * (first * first + second * second);
    kinetic += 0.25 * mass * (glm::dot(first, first) + glm::dot(second, second));
    largest = std::max(largest, glm::length(molecules.force[i]));
    sizes += glm::length(molecules.force[i]) + glm::length(pairs.force[i]);
    // A particle has up to some 20 bonds and 30 angles. Their forces are up to about 1,000 and have
    // a relative error of some 2^-21, since nearly straight angles lose digits in their sine. The
    // time step is 0.005.
    EXPECT_NEAR(glm::length(glm::dvec3(glm::vec3(after.velocity[i])) - second), 0.0, 5e-5)
        << "particle " << i;
  }
  const double rounding = 0x1p-18 * sizes;
  EXPECT_NEAR(measured.bondEnergy.value_or(-1.0), molecules.bondEnergy, rounding);
  EXPECT_NEAR(measured.angleEnergy.value_or(-1.0), molecules.angleEnergy, rounding);
  EXPECT_NEAR(measured.potentialEnergy, pairs.potentialSum, rounding);
  const double volume = fluid.box.volume();
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    EXPECT_NEAR(volume * measured.pressureTensor[static_cast<std::size_t>(axis)], stress[axis],
                rounding + 0x1p-18 * kinetic)
        << "axis " << axis;
  }
  const double total = 2.0 * kinetic + pairs.totalVirialSum + molecules.virial.x +
                       molecules.virial.y + molecules.virial.z;
  EXPECT_NEAR(fluid.box.dimensions * volume * measured.pressureTotal, total,
              3.0 * (rounding + 0x1p-18 * kinetic));
  return largest;
}

TEST_P(MoleculesTest, StepsAndMeasurements_AreTheOracles) {
  for (const glm::dvec3& size : kBoxes) {
    SCOPED_TRACE(size.x);
    const Fluid fluid = moleculeFluid(size);
    const ParticleState state = moleculeState(fluid);
    ASSERT_GT(state.molecules.bonds.size(), 300U);
    ASSERT_GT(state.molecules.angles.size(), 50U);
    Simulation simulation(device_, fluid, {.reorderEvery = 2}, state);
    for (int k = 0; k < 4; ++k)
      EXPECT_GT(expectMoleculeStep(simulation, fluid), 50.0) << "step " << k;
  }
}

TEST_P(MoleculesTest, InTwoDimensions_StayInThePlane) {
  const Fluid fluid = moleculeFluid({11.0, 9.0, 1.0}, 2);
  Simulation simulation(device_, fluid, {.reorderEvery = 2}, moleculeState(fluid));
  for (int k = 0; k < 3; ++k) EXPECT_GT(expectMoleculeStep(simulation, fluid), 50.0);
  for (const glm::vec4& position : simulation.downloadState().position) {
    EXPECT_EQ(0.0F, position.z);
  }
}

TEST_P(MoleculesTest, ChangedWhileItRuns_GoesOnByTheNewKinds) {
  Fluid fluid = moleculeFluid(kBoxes[1]);
  Simulation simulation(device_, fluid, {}, moleculeState(fluid));
  simulation.measure();
  const auto change = [&](auto&& edit) {
    edit();
    simulation.setFluid(fluid);
    expectMoleculeStep(simulation, fluid);
  };
  change([&] { fluid.bondKinds[0].k = 70.0; });
  change([&] { fluid.bondKinds[2].reach = 2.1; });
  change([&] { fluid.angleKinds[1].degrees = 90.0; });
  simulation.setSort({.mode = SortMode::Sort, .reorderEvery = 1});
  expectMoleculeStep(simulation, fluid);
  expectMoleculeStep(simulation, fluid);
}

// One law needs a density, which is found before the forces.
TEST_P(MoleculesTest, AnyPartition_GivesTheSameBits) {
  for (const PairLawKind law : {PairLawKind::Dpd, PairLawKind::ManyBody}) {
    Fluid fluid = moleculeFluid(kBoxes[1]);
    fluid.law = law;
    const ParticleState state = moleculeState(fluid);
    Simulation whole(device_, fluid, {.reorderEvery = 2}, state);
    Simulation parts(device_, fluid, {.reorderEvery = 2}, state);
    for (int step = 0; step < 3; ++step) {
      whole.step();
      while (!parts.advance(64 + 13 * step)) {
      }
      const Observables measured = whole.measure();
      std::optional<Observables> measuredInParts;
      while (!measuredInParts) measuredInParts = parts.measurePart(77);
      EXPECT_EQ(measured, *measuredInParts);
      test::expectSameState(whole.downloadState(), parts.downloadState());
    }
  }
}

TEST_P(MoleculesTest, WithoutFriction_MomentumAndEnergyAreKept) {
  Fluid fluid = moleculeFluid(glm::dvec3(6.0));  // a box so large that no bond becomes too long
  for (PairCoefficients& pair : fluid.pairs) pair.gamma = 0.0;
  fluid.dt = 0x1p-11;
  ParticleState state = moleculeState(fluid);
  test::stopDrift(fluid, state);
  Simulation simulation(device_, fluid, {}, state);
  const auto potential = [](const Observables& now) {
    return now.potentialEnergy + *now.bondEnergy + *now.angleEnergy;
  };
  const Observables first = simulation.measure();
  for (int k = 0; k < 256; ++k) simulation.step();
  const Observables last = simulation.measure();
  const double exchanged = std::abs(potential(last) - potential(first));
  EXPECT_GT(exchanged, 50.0);
  // The tolerance allows for the leap-frog's own error, which is proportional to the square of the
  // time step.
  EXPECT_NEAR(last.kineticEnergy + potential(last), first.kineticEnergy + potential(first),
              0.02 * exchanged);
  for (const double part : last.momentum) EXPECT_NEAR(part, 0.0, 0.01);
}

TEST_P(MoleculesTest, BeadsAtOnePlace_HaveEnergyButNoForce) {
  Fluid fluid = moleculeFluid(kBoxes[1]);
  ParticleState state = moleculeState(fluid);
  ParticleState sorted = test::byId(state);
  for (const std::size_t id : {1, 2}) sorted.position[id] = sorted.position[0];
  sorted.molecules = {{{0, {0, 1}}, {2, {1, 2}}}, {{1, {0, 1, 2}}, {2, {0, 2, 1}}}};
  Simulation simulation(device_, fluid, {}, sorted);
  const Observables measured = simulation.measure();
  EXPECT_NEAR(*measured.bondEnergy,
              reference::bondEnergy(fluid.bondKinds[0], 0.0) +
                  reference::bondEnergy(fluid.bondKinds[2], 0.0),
              1e-4);
  EXPECT_EQ(0.0, *measured.angleEnergy);
  simulation.step();
  EXPECT_NO_THROW(simulation.checkFailure());
}

TEST_P(MoleculesTest, TooLongBond_EndsTheRunAndIsNamed) {
  Fluid fluid = moleculeFluid({6.0, 6.0, 6.0});
  for (const auto& [kind, distance] :
       {std::pair{2, 2.15}, std::pair{0, 2.75}}) {  // the limits are 0.2 + 1.9 and 0.45 * 6
    ParticleState state = test::byId(test::randomState(fluid, kBeads));
    state.position[7] = {0.1F, 3.0F, 3.0F, 0.0F};
    state.position[9] = {static_cast<float>(6.1 - distance), 3.0F, 3.0F, 0.0F};
    state.molecules.bonds = {{0, {1, 1 + 1}}, {kind, {9, 7}}};
    state.position[2] = state.position[1] + glm::vec4(0.3F, 0.0F, 0.0F, 0.0F);
    state.position[2].x = std::min(state.position[2].x, 5.9F);
    Simulation simulation(device_, fluid, {}, state, {.step = 40});
    simulation.step();
    simulation.step();
    const auto expectNamed = [](const auto& notice) {
      try {
        notice();
        FAIL() << "no error";
      } catch (const RunError& error) {
        const std::string what = error.what();
        EXPECT_NE(what.find("step 40: "), std::string::npos) << what;
        EXPECT_NE(what.find("particles 9 and 7"), std::string::npos) << what;
      }
    };
    expectNamed([&] { simulation.measure(); });  // the temperature is not finite
    expectNamed([&] { simulation.checkFailure(); });
  }
}

// An angle whose particles are in one place has no direction: its force is 0 / 0.
TEST_P(MoleculesTest, StrongestForce_IsNotThatOfAnAngleWithoutDirection) {
  Fluid fluid = moleculeFluid({6.0, 6.0, 6.0});
  fluid.bondKinds = {{"hard", BondForm::Harmonic, 1e6, 0.1}};
  fluid.angleKinds = {{"straight", AngleForm::Cosine, 3.0, 0.0}};
  ParticleState state = test::byId(test::randomState(fluid, kBeads));
  for (const std::size_t id : {0, 1, 2}) state.position[id] = {1.0F, 1.0F, 1.0F, 0.0F};
  state.position[3] = {3.0F, 3.0F, 3.0F, 0.0F};
  state.position[4] = {3.5F, 3.0F, 3.0F, 0.0F};
  state.molecules = {{{0, {3, 4}}}, {{0, {0, 1, 2}}}};
  state.velocity[5].x = 3e38F;  // the temperature is not finite
  Simulation simulation(device_, fluid, {}, state);
  const std::string why = test::messageOf<RunError>([&] { simulation.measure(); });
  EXPECT_TRUE(
      test::names(why, {"temperature", "up to 4e+05", "the bond 'hard' of particles 3 and 4"}));
}

/// Returns two beads with a bond and no other force. They are `distance` apart, across a side.
ParticleState twoBonded(double distance) {
  ParticleState state;
  for (const double x : {0.1, 6.1 - distance}) {
    state.position.emplace_back(static_cast<float>(x), 3.0F, 3.0F, 0.0F);
    state.velocity.emplace_back(0.0F);
    state.predicted.emplace_back(0.0F, 0.0F, 0.0F, static_cast<float>(state.predicted.size()));
  }
  state.molecules.bonds = {{0, {1, 0}}};
  return state;
}

TEST_P(MoleculesTest, FeneBondWithALength_HoldsBetweenItsLimitsAlone) {
  Fluid fluid = moleculeFluid({6.0, 6.0, 6.0});
  fluid.pairs.assign(fluid.pairs.size(), {.a = 0.0, .gamma = 0.0});
  for (const auto& [length, reach] : {std::pair{0.9, 0.3}, std::pair{0.3, 0.9}}) {
    fluid.bondKinds = {{"elastic", BondForm::Fene, 2.0, length, reach}};
    for (const double share : {-0.9, -0.5, 0.9}) {
      const double distance = length + share * reach;
      if (distance < 0.0) continue;
      const ParticleState state = twoBonded(distance);
      Simulation simulation(device_, fluid, {}, state);
      expectMoleculeStep(simulation, fluid);
      EXPECT_NO_THROW(simulation.checkFailure());
    }
    for (const double share : {-1.01, 1.01}) {
      const double distance = length + share * reach;
      if (distance < 0.0) continue;
      Simulation simulation(device_, fluid, {}, twoBonded(distance));
      const std::string why = test::messageOf<RunError>([&] { simulation.measure(); });
      EXPECT_NE(why.find("the bond 'elastic' of particles 1 and 0 is "), std::string::npos) << why;
      simulation.step();
      EXPECT_THROW(simulation.checkFailure(), RunError);
    }
  }
}

TEST_P(MoleculesTest, ForceTooLargeForFloats_IsNamed) {
  Fluid fluid = moleculeFluid({6.0, 6.0, 6.0});
  const auto whyNot = [&] {
    ParticleState state = twoBonded(0.75);
    state.position.emplace_back(0.1F, 3.5F, 3.0F, 0.0F);
    state.velocity.emplace_back(0.0F);
    state.predicted.emplace_back(0.0F, 0.0F, 0.0F, 2.0F);
    state.molecules.angles = {{2, {1, 0, 2}}};
    Simulation simulation(device_, fluid, {}, state);
    return test::messageOf<RunError>([&] { simulation.measure(); });
  };
  const auto expectNamed = [](const std::string& why, const std::string& name) {
    EXPECT_TRUE(test::names(why, {"step 0", "temperature"}));
    EXPECT_TRUE(why.ends_with(name)) << why;
  };
  fluid.bondKinds[0].k = 1e30;
  expectNamed(whyNot(), "the bond 'stiff' of particles 1 and 0");
  fluid.bondKinds[0].k = 1.0;
  fluid.angleKinds[2].k = 1e30;
  expectNamed(whyNot(), "the angle 'water' of particles 1, 0, 2");
  fluid.angleKinds[2].k = 1.0;
  fluid.pairs[0].a = 1e30;
  const std::string& name = fluid.species[0].name;
  expectNamed(whyNot(), "the pair " + name + ", " + name);
}

TEST(Molecules, NotOfTheFluid_AreRefused) {
  const auto why = [](const Molecules& molecules) -> std::string {
    try {
      requireMolecules(molecules, 3, 4, 10);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(why({{{2, {0, 9}}}, {{3, {0, 9, 5}}}}), "");
  EXPECT_NE(why({{{3, {0, 9}}}, {}}).find("is of kind 3"), std::string::npos);
  EXPECT_NE(why({{{0, {0, 1}}, {0, {0, 10}}}, {}}).find("bond 1 "), std::string::npos);
  EXPECT_NE(why({{{0, {4, 4}}}, {}}).find("twice"), std::string::npos);
  EXPECT_NE(why({{}, {{0, {4, 5, 4}}}}).find("angle 0 "), std::string::npos);
  EXPECT_NE(why({{}, {{-1, {4, 5, 6}}}}).find("kind -1"), std::string::npos);
}

TEST(Molecules, TakenOut_LeaveTheOthersWithNewIds) {
  const Molecules molecules{{{0, {0, 1}}, {1, {2, 4}}}, {{0, {2, 4, 5}}}};
  const Molecules left = without(molecules, {true, true, false, true, false, false});
  EXPECT_EQ(left, (Molecules{{{1, {0, 1}}}, {{0, {0, 1, 2}}}}));
  EXPECT_EQ(moleculeOfEach({{{0, {5, 3}}, {0, {3, 1}}, {0, {0, 2}}}, {}}, 6),
            (std::vector<std::uint32_t>{0, 1, 0, 1, 4, 1}));
  EXPECT_EQ(moleculeOfEach({{}, {{0, {4, 2, 1}}}}, 5), (std::vector<std::uint32_t>{0, 1, 1, 3, 1}))
      << "angles of files need no bonds";
}

}  // namespace
}  // namespace gpubuck::dpd
