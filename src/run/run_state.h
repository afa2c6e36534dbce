// The state of a run between two steps: checkpoints hold it, and a simulation on another engine
// continues from it.
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

/// Everything that a run needs to continue. With its lists a run continues bit for bit as if it had
/// never stopped, since forces are added in the order of a list. Without lists (all three are
/// empty) the particles are sorted again.
struct RunState {
  scenario::Scenario scenario;
  dpd::ParticleState particles;
  dpd::ListState lists{};
  dpd::Clock clock{};
  /// The engine that made the last step: with another engine the bits differ. Unset if no step was
  /// made or the engine is not known.
  std::optional<texel::Engine> engine{};
  /// The run of `gpubuck run` whose checkpoint this is (runIdOf()); empty for any other state.
  std::string run{};
};

inline constexpr std::size_t kRunIdDigits = 16;

/// Returns the id of a run that begins with this state: 16 hexadecimal digits that follow from the
/// scenario, the step, the particles and, for a state of an earlier run, the id of that run. Thus a
/// run that is repeated has the same id, and a run that differs in anything, such as kT or a change
/// on the way, has another id.
std::string runIdOf(const RunState& state);

/// Returns the state of a scenario at step 0. Throws the errors of makeInitialState.
RunState beginRun(const scenario::Scenario& scenario);

/// Returns the number of elements of the largest array of a simulation, for which its device is
/// laid out: the number of particles or of cells. Throws the errors of cells::makeCellGrid.
std::int64_t largestArray(const scenario::Scenario& scenario);

/// Returns the scenario of a running simulation with the solids where they are now. If `scenario`
/// describes solids differently from the simulation's fluid, `scenario` counts.
scenario::Scenario presentScenario(const scenario::Scenario& scenario,
                                   const dpd::Simulation& simulation);

/// Returns the state of a running simulation with its lists, once it is sure that no particle has
/// failed: throws the errors of checkFailure().
RunState presentState(const scenario::Scenario& scenario, dpd::Simulation& simulation);

/// Makes the simulation that continues from `state`. Throws the errors of dpd::Simulation; if the
/// fast engine has too little memory and the paper engine would have enough, the error says so.
dpd::Simulation makeSimulation(const texel::Device& device, const RunState& state);

/// Throws InputError, which begins with `source`, for a state that no run has: an impossible clock,
/// velocities that are not finite, and particles or lists that do not fit its fluid
/// (dpd::requireParticlesOf, cells::requireLists).
void requireState(const RunState& state, const std::string& source);

/// Sets values that may change while a fluid runs, as --set does; each override is PATH=VALUE.
/// `source` names the state in errors. Throws the errors of requireChangeable; `state` then stays
/// as it was.
void changeWhileRunning(RunState& state, const std::vector<std::string>& overrides,
                        const std::string& source);

}  // namespace gpubuck::run
