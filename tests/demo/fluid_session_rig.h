// A small fluid of the window on each engine, for tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "demo/session/fluid_session.h"
#include "demo/test_clock.h"
#include "scenario/scenario.h"
#include "support/gpu_test.h"

namespace gpubuck::demo {

/// Returns a fluid of 648 particles, too many for a single part of a slow step.
inline scenario::Scenario smallFluid(const std::string& more = "") {
  return scenario::parseScenario(
      "[box]\nsize = [6, 6, 6]\n[fluid]\ndensity = 3.0\n[integrator]\ndt = 0.01\n" + more,
      "small.toml", {});
}

/// Returns the positions of the particles in the order of ids, whatever their order in memory.
inline std::vector<glm::vec4> positionsById(const dpd::ParticleState& state) {
  std::vector<glm::vec4> positions(state.count());
  for (std::size_t i = 0; i < state.count(); ++i) {
    positions.at(static_cast<std::size_t>(state.predicted[i].w)) = state.position[i];
  }
  return positions;
}

inline void advanceTo(FluidSession& session, std::int64_t step, double seconds) {
  while (session.simulation().stepNumber() < step) {
    session.advance(static_cast<int>(step - session.simulation().stepNumber()), seconds, {});
  }
}

/// Changes the scenario of the session by `edit`.
template <typename Edit>
void change(FluidSession& session, Edit edit) {
  scenario::Scenario changed = session.scenario();
  edit(changed);
  session.change(changed);
}

class FluidSessionTest : public test::EngineTest {
 protected:
  TestClock clock_;

  FluidSession make(const scenario::Scenario& scenario = smallFluid()) {
    return {gl::ShaderLibrary(), GetParam(), scenario};
  }
};

}  // namespace gpubuck::demo
