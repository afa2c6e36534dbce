// The state of a run between two steps: what checkpoints hold, and what a simulation on another
// engine goes on from.
#pragma once

#include <string>
#include <vector>

#include "dpd/clock.h"
#include "dpd/particle_state.h"
#include "dpd/simulation.h"
#include "scenario/scenario.h"

namespace gpubuck::scenario {

/// All that a run needs to go on. With its lists it goes on bit for bit as if it had never stopped,
/// since the order of a list is the order in which forces are added; without them (all three empty)
/// the particles are sorted anew.
struct RunState {
  Scenario scenario;
  dpd::ParticleState particles;
  dpd::ListState lists{};
  dpd::Clock clock{};
};

/// A scenario at step 0. Throws what makeInitialState throws.
RunState beginRun(const Scenario& scenario);

/// The simulation that goes on from `state`. Throws what dpd::Simulation throws.
dpd::Simulation makeSimulation(const texel::Device& device, const RunState& state);

/// Gives values that may change while a fluid runs, as --set does; each override is PATH=VALUE.
/// `source` is where the state comes from, in errors. Throws InputError naming key and values where
/// another key would change; `state` is then what it was.
void changeWhileRunning(RunState& state, const std::vector<std::string>& overrides,
                        const std::string& source);

/// Throws InputError where `scenario`, read from `file`, is not the one of `state`: a key, its
/// value here and there. Where the particles began plays no part any more.
void requireSameScenario(const RunState& state, const std::string& source, const Scenario& scenario,
                         const std::string& file);

}  // namespace gpubuck::scenario
