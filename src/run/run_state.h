// The state of a run between two steps. Checkpoints contain this state, and a simulation on another
// engine continues from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dpd/model/clock.h"
#include "dpd/model/particle_state.h"
#include "dpd/simulation.h"
#include "scenario/scenario.h"

namespace gpubuck::run {

/// Everything that a run needs to continue. With the lists a run continues bit for bit as if it had
/// never stopped, since forces are added in the order of a list. If all three lists are empty, the
/// particles are sorted again.
struct RunState {
  scenario::Scenario scenario;
  dpd::ParticleState particles;
  dpd::ListState lists{};
  dpd::Clock clock{};
  /// The engine that made the last step, since another engine would give other bits. Unset if no
  /// step was made or the engine is unknown.
  std::optional<texel::Engine> engine{};
  /// The id (runIdOf()) of the run of `gpubuck run` that wrote this state as a checkpoint; empty
  /// for any other state.
  std::string run{};
};

inline constexpr std::size_t kRunIdDigits = 16;

/// Returns the id of a run that begins with this state: 16 hexadecimal digits that follow from the
/// scenario, the step, the particles and, for a state of an earlier run, the id of that run. Thus a
/// repeated run has the same id, and a run with any difference, such as another kT or a change on
/// the way, has another id.
std::string runIdOf(const RunState& state);

/// Returns the state of a scenario at step 0. Throws the errors of makeInitialState.
RunState beginRun(const scenario::Scenario& scenario);

/// Returns the number of elements of a simulation's largest array: the number of particles or of
/// cells, whichever is larger. The simulation's device is laid out for this number. Throws the
/// errors of cells::makeCellGrid.
std::int64_t largestArray(const scenario::Scenario& scenario);

/// Returns the scenario of a running simulation, with the solids at their present places. If
/// `scenario` and the simulation's fluid describe different solids, returns the solids of
/// `scenario`.
scenario::Scenario presentScenario(const scenario::Scenario& scenario,
                                   const dpd::Simulation& simulation);

/// Returns the state of a running simulation with its lists, after a check that no particle has
/// failed. Throws the errors of checkFailure().
RunState presentState(const scenario::Scenario& scenario, dpd::Simulation& simulation);

/// Makes the simulation that continues from `state`. Throws the errors of dpd::Simulation; if the
/// fast engine has too little memory and the paper engine would have enough, the error says so.
dpd::Simulation makeSimulation(const texel::Device& device, const RunState& state);

/// Throws InputError, which begins with `source`, for a state that no run has: an impossible clock,
/// velocities that are not finite, and particles or lists that do not fit the fluid
/// (dpd::requireParticlesOf, cells::requireLists).
void requireState(const RunState& state, const std::string& source);

/// Sets values that may change while a fluid runs, by overrides of the form PATH=VALUE, as --set
/// does. `source` names the state in errors. Throws the errors of requireChangeable; `state` then
/// stays as it was.
void changeWhileRunning(RunState& state, const std::vector<std::string>& overrides,
                        const std::string& source);

}  // namespace gpubuck::run
