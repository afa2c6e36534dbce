// Forces of a step that first finds the near particles and then visits them:
// shaders/cells/walk_near_first.glsl.
#include <gtest/gtest.h>

#include <algorithm>
#include <glm/geometric.hpp>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "dpd/sorted_particles.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

class NearFirstTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, NearFirstTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// A row of cells has more than 32 candidates, so that it is searched in parts of 32. More of these
// parts have near particles than can be noted. In a software renderer the fast engine visits lists
// of neighbours instead.
TEST_P(NearFirstTest, DenseFluid_IsTheSameByBothShaders) {
  const Fluid fluid = test::plainFluid({4.0, 3.0, 5.0});
  const ParticleState state = test::randomState(fluid, 60 * 40);
  std::vector<ParticleState> after;
  for (const bool software : {true, false}) {
    const texel::Device device({.engine = GetParam(), .software = software});
    Simulation simulation(device, fluid, {}, state);
    simulation.step();
    simulation.checkFailure();
    after.push_back(test::byId(simulation.downloadState()));
  }
  double largest = 0.0;
  for (std::size_t i = 0; i < state.count(); ++i) {
    largest = std::max<double>(largest,
                               glm::length(glm::vec3(after[0].velocity[i] - after[1].velocity[i])));
  }
  // Two sums of 168 forces of up to 40 are compared, each rounded 168 times. The time step is 0.01.
  // One neighbour too many or too few would change a velocity by about 0.1.
  EXPECT_LT(largest, 0.01 * 2 * 168 * (168 * 40) * 0x1p-24);
}

}  // namespace
}  // namespace gpubuck::dpd
