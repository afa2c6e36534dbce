// The next fluid of the window: a draft of its values, and its particles. The particles are created
// between pictures as far as time allows, while the present fluid stays.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "run/run_state.h"
#include "scenario/initial/initial_state.h"
#include "scenario/scenario.h"

namespace gpubuck::demo {

class PendingFluid {
 public:
  /// `what` names the start of the fluid for undo; `done` is called when the fluid has started. If
  /// `restarts` is given, this is a restart of that scenario, and the new fluid adopts the changes
  /// that the user makes to the scenario until the fluid starts.
  PendingFluid(const scenario::Scenario& scenario, std::string what, std::function<void()> done,
               std::optional<scenario::Scenario> restarts = {});

  /// Creates particles for about `seconds`. Returns true when all particles are complete. Throws
  /// the errors of scenario::makeInitialState.
  bool advance(double seconds);
  /// Returns the completed share, 0..1.
  double share() const { return maker_.share(); }
  /// Return the time spent so far, and the estimated time left, in seconds.
  double seconds() const { return seconds_; }
  double secondsLeft() const;

  std::int64_t particles() const { return particles_; }
  const std::string& what() const { return what_; }
  const std::function<void()>& done() const { return done_; }
  /// Returns the complete state; call it only once. `present` is the scenario of the present fluid.
  /// Throws InputError if the new fluid cannot adopt the changes of that scenario.
  run::RunState take(const scenario::Scenario& present);

 private:
  scenario::Scenario scenario_;
  std::string what_;
  std::function<void()> done_;
  std::optional<scenario::Scenario> restarts_;
  std::int64_t particles_;
  scenario::InitialStateMaker maker_;
  double seconds_ = 0.0;
};

/// A scenario that differs from the running scenario in values that need a restart. All other
/// values follow the running scenario.
class StartDraft {
 public:
  /// Returns the scenario of the next restart. The caller may edit it. If values of `running` that
  /// need a restart have changed since the last call, the draft is discarded.
  scenario::Scenario& of(const scenario::Scenario& running);
  /// Returns whether of(running) differs from `running`.
  bool isChanged(const scenario::Scenario& running);
  void discard() { draft_ = running_; }

 private:
  scenario::Scenario running_;  ///< the scenario that of() got last
  scenario::Scenario draft_;
};

}  // namespace gpubuck::demo
