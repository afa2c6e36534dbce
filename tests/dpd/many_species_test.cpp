// A fluid of as many species as allowed, on each kind of step. Every pair has coefficients of its
// own.
#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

class ManySpeciesTest : public ::testing::TestWithParam<test::Form> {};
INSTANTIATE_TEST_SUITE_P(Forms, ManySpeciesTest, ::testing::ValuesIn(test::testedForms()),
                         test::formName);

TEST_P(ManySpeciesTest, Forces_AreTheOracles) {
  Fluid fluid = test::withoutNoise(test::plainFluid({6.0, 6.0, 6.0}));
  fluid.species.clear();
  fluid.pairs.clear();
  for (int k = 0; k < kMaxSpecies; ++k) {
    fluid.species.push_back({"s" + std::to_string(k), 1.0 + 0.125 * k, 1.0, ""});
    for (int l = 0; l < kMaxSpecies; ++l) {
      fluid.pairs.push_back({.a = 5.0 + std::max(k, l) + 17.0 * std::min(k, l), .gamma = 4.0});
    }
  }
  fluid.dt = 0.005;
  const texel::Device device({.engine = GetParam().engine,
                              .textureWidth = test::kTestTextureWidth,
                              .software = GetParam().software});
  Fluid warm = fluid;
  warm.kT = 1.0;
  Simulation simulation(device, fluid, {}, test::randomState(warm, 500));
  const ParticleState before = test::byId(simulation.downloadState());
  const reference::PairForces pairs =
      reference::pairForces(fluid, test::oracleState(before).forceInput(), test::noTheta);
  simulation.step();
  const ParticleState after = test::byId(simulation.downloadState());
  for (std::size_t i = 0; i < before.count(); ++i) {
    const double mass = fluid.species[static_cast<std::size_t>(speciesOf(before.position[i]))].mass;
    const glm::dvec3 expected =
        glm::dvec3(glm::vec3(before.velocity[i])) + fluid.dt / mass * pairs.force[i];
    EXPECT_NEAR(glm::length(glm::dvec3(glm::vec3(after.velocity[i])) - expected), 0.0, 5e-5) << i;
  }
}

}  // namespace
}  // namespace gpubuck::dpd
