// The stress profile against lines in double precision, slab by slab, and its sum against the
// pressure tensor, on each kind of step.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "reference/molecule_forces.h"

namespace gpubuck::dpd {
namespace {

class StressProfileTest : public test::FormTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Forms, StressProfileTest, ::testing::ValuesIn(test::testedForms()),
                         test::formName);

/// The oracle: products of distances and forces, each product spread along its line.
class Lines {
 public:
  Lines(const cells::Box& box, std::size_t slabs)
      : box_(box), stress(slabs, glm::dvec3(0.0)), bounds(slabs, 0.0) {}

  /// Adds the contribution of a line from `at` to at + way to each slab it crosses. If the line has
  /// no extent across the slabs, one slab gets the whole contribution.
  void add(const glm::dvec3& at, const glm::dvec3& way, const glm::dvec3& carried) {
    const int last = box_.dimensions - 1;
    const double side = box_.size[last], thick = side / static_cast<double>(stress.size());
    const double low = at[last] + std::min(way[last], 0.0),
                 high = at[last] + std::max(way[last], 0.0);
    for (std::size_t k = 0; k < stress.size(); ++k) {
      const double begin = static_cast<double>(k) * thick;
      double share = 0.0;
      if (low == high) share = low >= begin && low < begin + thick ? 1.0 : 0.0;
      for (const double image : {-side, 0.0, side}) {
        if (low == high) break;
        share +=
            std::max(0.0, std::min(high, begin + thick + image) - std::max(low, begin + image)) /
            (high - low);
      }
      stress[k] += share * carried;
      // A coordinate is rounded to 2^-24 of the side, so the error of a share is 2^-24 of the side
      // divided by the extent of the line.
      if (share == 0.0) continue;
      const double ofShare = low == high ? 0.0 : std::min(1.0, 0x1p-20 * side / (high - low));
      bounds[k] +=
          (0x1p-18 + ofShare) * (std::abs(carried.x) + std::abs(carried.y) + std::abs(carried.z));
    }
  }

 private:
  cells::Box box_;

 public:
  std::vector<glm::dvec3> stress;  ///< multiplied by the volume of a slab
  std::vector<double> bounds;      ///< bounds of the rounding of `stress`
};

/// Adds a line for each bond, and a line for each of the two arms of an angle.
void addMolecules(const Fluid& fluid, const Molecules& molecules,
                  const std::vector<glm::dvec3>& position, Lines& lines) {
  constexpr double kStep = 1e-6;
  for (const Bond& bond : molecules.bonds) {
    const BondKind& kind = fluid.bondKinds[static_cast<std::size_t>(bond.kind)];
    const glm::dvec3& from = position[bond.ids[0]];
    const glm::dvec3 way = fluid.box.nearestImage(position[bond.ids[1]] - from);
    const double r = glm::length(way);
    const double slope =
        (reference::bondEnergy(kind, r + kStep) - reference::bondEnergy(kind, r - kStep)) /
        (2.0 * kStep);
    lines.add(from, way, -slope / r * way * way);
  }
  for (const Angle& angle : molecules.angles) {
    const AngleKind& kind = fluid.angleKinds[static_cast<std::size_t>(angle.kind)];
    const glm::dvec3& middle = position[angle.ids[1]];
    const glm::dvec3 arms[2] = {fluid.box.nearestImage(position[angle.ids[0]] - middle),
                                fluid.box.nearestImage(position[angle.ids[2]] - middle)};
    for (const int end : {0, 1}) {
      const auto energy = [&](const glm::dvec3& arm) {
        const glm::dvec3& other = arms[1 - end];
        return reference::angleEnergy(
            kind, std::acos(glm::dot(arm, other) / (glm::length(arm) * glm::length(other))));
      };
      glm::dvec3 force(0.0);
      for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
        glm::dvec3 shift(0.0);
        shift[axis] = kStep;
        force[axis] = -(energy(arms[end] + shift) - energy(arms[end] - shift)) / (2.0 * kStep);
      }
      lines.add(middle, arms[end], arms[end] * force);
    }
  }
}

Lines oracleLines(const Fluid& fluid, const ParticleState& given, std::size_t slabs) {
  const ParticleState state = test::byId(given);
  const reference::LeapfrogState oracle = test::oracleState(state);
  const reference::ForceInput input = oracle.forceInput();
  const reference::PairForces pairs = reference::pairForces(fluid, input, test::noTheta);
  const reference::MoleculeForces molecules =
      reference::moleculeForces(fluid, state.molecules, input.position);
  Lines lines(fluid.box, slabs);
  for (std::size_t i = 0; i < state.count(); ++i) {
    const double mass = fluid.species[static_cast<std::size_t>(input.species[i])].mass;
    const glm::dvec3 before(glm::vec3(state.velocity[i]));
    const glm::dvec3 after = before + fluid.dt / mass * (pairs.force[i] + molecules.force[i]);
    lines.add(input.position[i], glm::dvec3(0.0), 0.5 * mass * (before * before + after * after));
    for (std::size_t j = 0; j < i; ++j) {
      const glm::dvec3 way = fluid.box.nearestImage(input.position[j] - input.position[i]);
      const double r = glm::length(way);
      if (r >= 1.0 || r == 0.0) continue;
      const auto pair = static_cast<std::size_t>(input.species[i]) * fluid.species.size() +
                        static_cast<std::size_t>(input.species[j]);
      const double densities = pairs.density.empty() ? 0.0 : pairs.density[i] + pairs.density[j];
      const double force =
          reference::pairTerms(fluid, fluid.pairs[pair], r, 0.0, 0.0, densities).conservative;
      lines.add(input.position[i], way, force / r * way * way);
    }
  }
  addMolecules(fluid, state.molecules, input.position, lines);
  return lines;
}

void expectLines(const Fluid& fluid, const Lines& lines, const StressProfile& found) {
  const int last = fluid.box.dimensions - 1;
  const auto slabs = static_cast<double>(lines.stress.size());
  const double volume = fluid.box.volume() / slabs;
  ASSERT_EQ(found.normal.size(), lines.stress.size());
  ASSERT_EQ(found.tangential.size(), lines.stress.size());
  for (std::size_t k = 0; k < lines.stress.size(); ++k) {
    EXPECT_DOUBLE_EQ(found.position[k],
                     fluid.box.size[last] * (static_cast<double>(k) + 0.5) / slabs);
    const glm::dvec3& stress = lines.stress[k];
    const double tangential = last == 2 ? 0.5 * (stress.x + stress.y) : stress.x;
    const double bound = lines.bounds[k] + 1e-6;
    EXPECT_NEAR(found.normal[k] * volume, stress[last], bound) << "slab " << k;
    EXPECT_NEAR(found.tangential[k] * volume, tangential, bound) << "slab " << k;
  }
}

/// Compares the means over slabs with the pressure tensor of a measurement.
void expectMeans(const StressProfile& found, const Observables& measured, int last) {
  double normal = 0.0, tangential = 0.0, sizes = 1.0;
  for (std::size_t k = 0; k < found.normal.size(); ++k) {
    normal += found.normal[k];
    tangential += found.tangential[k];
    sizes += std::abs(found.normal[k]) + std::abs(found.tangential[k]);
  }
  const auto slabs = static_cast<double>(found.normal.size());
  const auto& tensor = measured.pressureTensor;
  // The means and the tensor are rounded by some 2^-23 of their terms. Terms of both signs cancel:
  // their magnitudes add up to some 16 times the result.
  const double rounding = 0x1p-18 * sizes / slabs;
  EXPECT_NEAR(normal / slabs, tensor[static_cast<std::size_t>(last)], rounding);
  EXPECT_NEAR(tangential / slabs, last == 2 ? 0.5 * (tensor[0] + tensor[1]) : tensor[0], rounding);
  const double length = found.position.front() + found.position.back();
  EXPECT_NEAR(0.5 * length * (normal - tangential) / slabs, measured.surfaceTension.value(),
              length * rounding);
}

Fluid simpleFluid(const glm::dvec3& size, int dimensions = 3) {
  Fluid fluid = test::withoutNoise(test::mixedFluid(size, dimensions));
  fluid.dt = 0.005;
  return fluid;
}

Fluid manyBodyFluid(const glm::dvec3& size) {
  Fluid fluid = simpleFluid(size);
  fluid.law = PairLawKind::ManyBody;
  for (PairCoefficients& pair : fluid.pairs) pair.a = -1.5 * pair.a;
  fluid.manyBody = {22.0, 0.8, DensityKernel::Warren};
  return fluid;
}

Fluid withMolecules(Fluid fluid) {
  fluid.bondKinds = {{"stiff", BondForm::Harmonic, 90.0, 0.6},
                     {"elastic", BondForm::Fene, 30.0, 0.2, 1.4}};
  fluid.angleKinds = {{"bent", AngleForm::Cosine, 6.0, 110.0},
                      {"water", AngleForm::Harmonic, 5.0, 109.0}};
  return fluid;
}

/// Returns chains of four particles with successive ids, and bonds shorter than 1.
ParticleState chains(Fluid fluid, std::size_t count, std::uint32_t seed) {
  fluid.kT = 1.0;
  ParticleState state = test::byId(test::randomState(fluid, count, seed));
  const int last = fluid.box.dimensions - 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 4 == 0) continue;
    for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
      const double side = fluid.box.size[axis];
      // Each chain is a zigzag along the last axis, so that its angles are far from 0 and 180
      // degrees.
      const double way = axis == last                               ? 0.61
                         : (i + static_cast<std::size_t>(axis)) % 2 ? 0.25
                                                                    : -0.3;
      state.position[i][axis] =
          cells::insideAsFloat(cells::wrapped(state.position[i - 1][axis] + way, side), side);
    }
    const auto id = static_cast<std::uint32_t>(i);
    state.molecules.bonds.push_back({static_cast<int>(i % 2), {id - 1, id}});
    if (i % 4 > 1)
      state.molecules.angles.push_back({static_cast<int>(i % 2), {id - 2, id - 1, id}});
  }
  return state;
}

ParticleState plainState(Fluid fluid, std::size_t count, std::uint32_t seed) {
  fluid.kT = 1.0;
  return test::randomState(fluid, count, seed);
}

/// Moves all particles to places that are within 0.9 of either end of the last axis.
ParticleState acrossTheSide(const Fluid& fluid, ParticleState state) {
  const int last = fluid.box.dimensions - 1;
  const auto side = static_cast<float>(fluid.box.size[last]);
  for (glm::vec4& position : state.position) {
    const float share = position[last] / side;
    position[last] = share < 0.5F ? 1.8F * share : side - 1.8F * (1.0F - share) - 1e-5F;
    position.x *= 0.4F;
  }
  return state;
}

TEST_P(StressProfileTest, FewParticlesAcrossTheSide_AreTheLines) {
  for (const Fluid& fluid : {simpleFluid({4.0, 3.5, 5.1}), manyBodyFluid({3.5, 4.0, 4.4}),
                             simpleFluid({6.0, 4.4, 1.0}, 2)}) {
    const double side = fluid.box.size[fluid.box.dimensions - 1];
    const auto slabs = static_cast<std::size_t>(std::ceil(4.0 * side));
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{40}}) {
      SCOPED_TRACE(fmt::format("side {}, {} particles", side, count));
      const ParticleState state = acrossTheSide(fluid, plainState(fluid, count, 5));
      Simulation simulation(device_, fluid, {}, state, {.step = 7, .dt = fluid.dt});
      const StressProfile found = simulation.stressProfile();
      EXPECT_EQ(found.step, 7);
      EXPECT_EQ(found.time, simulation.time());
      const Lines lines = oracleLines(fluid, state, slabs);
      expectLines(fluid, lines, found);
      expectMeans(found, simulation.measure(), fluid.box.dimensions - 1);
      if (count > 1) {
        EXPECT_GT(std::abs(lines.stress.front().x), 1.0);
        EXPECT_EQ(found.normal[slabs / 2], 0.0) << "no particle and no line";
      }
    }
  }
}

TEST_P(StressProfileTest, Molecules_AreTheLines) {
  for (const Fluid& fluid :
       {withMolecules(simpleFluid({4.0, 3.5, 5.1})), withMolecules(manyBodyFluid({5.0, 4.5, 4.4})),
        withMolecules(simpleFluid({6.0, 4.4, 1.0}, 2))}) {
    const double side = fluid.box.size[fluid.box.dimensions - 1];
    SCOPED_TRACE(side);
    const ParticleState state = chains(fluid, 40, 3);
    Simulation simulation(device_, fluid, {.reorderEvery = 1}, state);
    simulation.step();
    const auto slabs = static_cast<std::size_t>(std::ceil(4.0 * side));
    expectLines(fluid, oracleLines(fluid, simulation.downloadState(), slabs),
                simulation.stressProfile());
  }
}

TEST_P(StressProfileTest, Mean_IsThePressureTensor) {
  for (const Fluid& fluid : {test::mixedFluid({4.0, 3.5, 5.0}), manyBodyFluid({5.0, 4.5, 4.0}),
                             test::mixedFluid({8.0, 6.0, 1.0}, 2)}) {
    SCOPED_TRACE(fluid.box.size.x);
    Simulation simulation(device_, fluid, {}, plainState(fluid, 300, 2));
    simulation.step();
    expectMeans(simulation.stressProfile(), simulation.measure(), fluid.box.dimensions - 1);
  }
}

// The forces of molecules are computed for the slabs, and again for the next step.
TEST_P(StressProfileTest, ChangesNothing) {
  const Fluid fluid = withMolecules(simpleFluid({4.0, 3.5, 5.1}));
  const ParticleState state = chains(fluid, 200, 4);
  Simulation measured(device_, fluid, {}, state), plain(device_, fluid, {}, state);
  const StressProfile first = measured.stressProfile();
  EXPECT_EQ(measured.stressProfile(), first);
  EXPECT_EQ(measured.measure(), plain.measure());
  measured.advance(100);
  measured.stressProfile();
  measured.step();
  plain.step();
  EXPECT_EQ(measured.downloadState().position, plain.downloadState().position);
  EXPECT_EQ(measured.downloadState().velocity, plain.downloadState().velocity);
  Fluid warm = fluid;
  warm.bondKinds[0].k = 20.0;
  measured.setFluid(warm);
  plain.setFluid(warm);
  EXPECT_EQ(measured.stressProfile(), plain.stressProfile());
  EXPECT_NE(measured.stressProfile(), first);
}

TEST_P(StressProfileTest, Wall_IsRefused) {
  Fluid fluid = simpleFluid({4.0, 4.0, 4.0});
  fluid.box.boundary[2] = cells::Boundary::Reflecting;
  Simulation simulation(device_, fluid, {}, plainState(fluid, 10, 1));
  EXPECT_THROW(simulation.stressProfile(), InputError);
  fluid.box.boundary = {cells::Boundary::Reflecting, cells::Boundary::Reflecting,
                        cells::Boundary::Periodic};
  EXPECT_NO_THROW(Simulation(device_, fluid, {}, plainState(fluid, 10, 1)).stressProfile());
}

}  // namespace
}  // namespace gpubuck::dpd
