// The next scene of the kiosk, which is prepared while the present one is shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "demo/session/fluid_session.h"
#include "demo/session/pending_fluid.h"

namespace gpubuck::demo {

/// A fluid that is created and runs its first steps while that of the session is shown, so that it
/// can be shown in a developed state. Its state depends on the scenario and the number of steps
/// alone.
class NextScene {
 public:
  /// `steps` (>= 0): the steps to compute before it is shown.
  NextScene(const FluidSession& session, const scenario::Scenario& scenario, std::int64_t steps);

  /// Creates particles, or computes steps, for about `seconds`, and at least a part of a step.
  /// Throws Error if the fluid cannot be created.
  void advance(double seconds);
  /// Returns whether all steps have been computed.
  bool isDeveloped() const { return fluid_ && done_ == steps_; }
  /// Returns whether it has a state that can be shown.
  bool hasBegun() const { return fluid_.has_value(); }
  /// The time of a step, seconds, or none before a few have been measured.
  std::optional<double> stepSeconds() const;

  const std::string& name() const { return name_; }
  /// Returns the state after the steps computed so far, once, and the time spent on it, seconds.
  /// Throws RunError if the fluid has failed.
  run::RunState take();
  double seconds() const { return seconds_; }

 private:
  const FluidSession* session_;
  std::string name_;
  PendingFluid particles_;
  std::optional<run::LiveFluid> fluid_;
  std::int64_t steps_;
  std::int64_t done_ = 0;
  std::int64_t portion_ = 0;  ///< particles to move until the next wait for the GPU
  double seconds_ = 0.0;
  double measuredSeconds_ = 0.0;  ///< of all steps but the first ones
};

}  // namespace gpubuck::demo
