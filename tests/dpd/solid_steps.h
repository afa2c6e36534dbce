// Steps of a fluid with solids, compared with double precision.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "reference/geometry.h"
#include "reference/solids.h"
#include "support/gpu_test.h"

namespace gpubuck::test {

/// Makes a step from each of `steps` states of a run, and compares it with double precision.
/// Returns how many particles each solid has turned back. `velocityTolerance` is for a component of
/// the velocity; a predicted velocity may differ by twice as much.
inline std::vector<int> expectSolidSteps(texel::Engine engine, const dpd::Fluid& fluid,
                                         const dpd::ParticleState& start, int steps,
                                         double velocityTolerance) {
  const texel::Device device = makeDevice(engine);
  dpd::Simulation simulation(device, fluid, {.reorderEvery = 3}, start);
  std::vector<int> hits(fluid.solids.size(), 0);
  for (int step = 0; step < steps && !::testing::Test::HasFailure(); ++step) {
    const dpd::ParticleState before = byId(simulation.downloadState());
    simulation.step();
    const dpd::ParticleState after = byId(simulation.downloadState());
    dpd::Fluid then = fluid;
    then.solids = simulation.solids();
    for (dpd::Solid& solid : then.solids) {
      solid.velocity = dpd::velocityIn(solid, step * fluid.dt, fluid.dt);
    }
    const reference::LeapfrogState state = oracleState(before);
    const reference::PairForces forces =
        reference::pairForces(fluid, state.forceInput(), philoxTheta(before, step, fluid.seed));
    const auto nextOf = [&](const dpd::Fluid& of) {
      return reference::leapfrog(of, state, forces.force).next;
    };
    const reference::LeapfrogState expected = nextOf(then);
    dpd::Fluid open = then;
    open.solids.clear();
    const reference::LeapfrogState free = nextOf(open);
    std::vector<reference::LeapfrogState> without;
    for (std::size_t k = 0; k < then.solids.size(); ++k) {
      dpd::Fluid others = then;
      others.solids.erase(others.solids.begin() + static_cast<std::ptrdiff_t>(k));
      without.push_back(nextOf(others));
    }
    for (std::size_t i = 0; i < start.count(); ++i) {
      SCOPED_TRACE(fmt::format("step {}, particle {}", step, i));
      // At a surface, rounding decides whether a particle is inside.
      if (reference::fromSurfaces(then, free.position[i]) < 1e-4) continue;
      for (std::size_t k = 0; k < hits.size(); ++k) {
        hits[k] += without[k].position[i] != expected.position[i] ? 1 : 0;
      }
      const glm::dvec3 off =
          reference::nearestImage(fluid.box, glm::dvec3(after.position[i]), expected.position[i]);
      for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
        EXPECT_NEAR(off[axis], 0.0, 1e-4);
        EXPECT_NEAR(after.velocity[i][axis], expected.velocity[i][axis], velocityTolerance);
        EXPECT_NEAR(after.predicted[i][axis], expected.predicted[i][axis], 2.0 * velocityTolerance);
      }
    }
  }
  return hits;
}

}  // namespace gpubuck::test
