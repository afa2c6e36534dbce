// Steps of a fluid with solids, compared with double precision.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "reference/geometry.h"
#include "support/gpu_test.h"

namespace gpubuck::test {

struct SolidStepsInfo {
  std::function<void(dpd::Fluid& fluid)> remove;  ///< removes the solids that are tested
  /// Whether rounding decides what the solids do to a particle that would move to a place.
  std::function<bool(const dpd::Fluid& fluid, const glm::dvec3& place)> isUnclear;
  double velocityTolerance;  ///< of a component; twice as much for a predicted velocity
};

/// Compares one step after each of `steps` states of a run. Returns how many particles the tested
/// solids have turned back.
inline int expectSolidSteps(texel::Engine engine, const dpd::Fluid& fluid,
                            const dpd::ParticleState& start, int steps,
                            const SolidStepsInfo& info) {
  const texel::Device device = makeDevice(engine);
  dpd::Simulation simulation(device, fluid, {.reorderEvery = 3}, start);
  int hits = 0;
  for (int step = 0; step < steps && !::testing::Test::HasFailure(); ++step) {
    const dpd::ParticleState before = byId(simulation.downloadState());
    simulation.step();
    const dpd::ParticleState after = byId(simulation.downloadState());
    dpd::Fluid then = fluid;
    then.obstacle = simulation.obstacle();
    const reference::LeapfrogState state = oracleState(before);
    const reference::PairForces forces =
        reference::pairForces(fluid, state.forceInput(), philoxTheta(before, step, fluid.seed));
    const auto nextOf = [&](const dpd::Fluid& of) {
      return reference::leapfrog(of, state, forces.force).next;
    };
    const reference::LeapfrogState expected = nextOf(then);
    dpd::Fluid open = then;
    info.remove(open);
    const reference::LeapfrogState without = nextOf(open);
    open.obstacle = {};
    const reference::LeapfrogState free = nextOf(open);
    for (std::size_t i = 0; i < start.count(); ++i) {
      SCOPED_TRACE(fmt::format("step {}, particle {}", step, i));
      if (info.isUnclear(then, free.position[i])) continue;
      if (without.position[i] != expected.position[i]) ++hits;
      const glm::dvec3 off =
          reference::nearestImage(fluid.box, glm::dvec3(after.position[i]), expected.position[i]);
      for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
        EXPECT_NEAR(off[axis], 0.0, 1e-4);
        EXPECT_NEAR(after.velocity[i][axis], expected.velocity[i][axis], info.velocityTolerance);
        EXPECT_NEAR(after.predicted[i][axis], expected.predicted[i][axis],
                    2.0 * info.velocityTolerance);
      }
    }
  }
  return hits;
}

}  // namespace gpubuck::test
