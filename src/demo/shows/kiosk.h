// The gallery that plays automatically: gpubuck demo --kiosk.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "demo/session/fluid_session.h"
#include "demo/session/pending_fluid.h"
#include "demo/ui/panels/show.h"

namespace gpubuck::demo {

/// A fluid that is created and runs its first steps while the session's fluid is shown. This fluid
/// is thus developed when it is shown. Its state depends only on the scenario and the number of
/// steps.
class NextScene {
 public:
  /// `steps` (>= 0) is the number of steps to compute before the fluid is shown.
  NextScene(const FluidSession& session, const scenario::Scenario& scenario, std::int64_t steps);

  /// Creates particles, or computes steps, for about `seconds`, and at least a part of a step.
  /// Throws Error if the fluid cannot be created.
  void advance(double seconds);
  /// Returns whether all steps have been computed.
  bool isDeveloped() const { return fluid_ && done_ == steps_; }
  /// Returns whether the fluid has a state that can be shown.
  bool hasBegun() const { return fluid_.has_value(); }
  /// Returns the time of a step in seconds, or an empty optional until a few steps have been
  /// measured.
  std::optional<double> stepSeconds() const;

  const std::string& name() const { return name_; }
  /// take() returns the state after the steps computed so far. Call it only once. It throws
  /// RunError if the fluid has failed. seconds() returns the seconds spent on the state.
  run::RunState take();
  double seconds() const { return seconds_; }

 private:
  const FluidSession* session_;
  std::string name_;
  PendingFluid particles_;
  std::optional<run::LiveFluid> fluid_;
  std::int64_t steps_;
  std::int64_t done_ = 0;
  texel::SliceLength slice_;  ///< particles to move until the next wait for the GPU
  double seconds_ = 0.0;
  double measuredSeconds_ = 0.0;  ///< time of all steps except the first few
};

/// Shows each scenario for a while from a slowly turning camera, on the full screen without panels,
/// until a key or button is pressed. The running scenario comes first. Each scenario begins from
/// its developed state (GalleryEntry::developed), which is computed while the previous scenario is
/// shown. Scenarios that are too slow on this computer are skipped.
class Kiosk : public Show {
 public:
  static constexpr double kSeconds = 20.0;  ///< seconds for which each scenario is shown
  /// Seconds after which the next scenario is shown even if it is not developed.
  static constexpr double kLongestSeconds = 40.0;
  static constexpr double kDegreesPerSecond = 6.0;  ///< speed of the camera
  static constexpr double kLeastRate = 5.0;  ///< steps per second; slower scenarios are skipped

  Kiosk() : Show("kiosk") {}
  void begin(DemoState& state) override;
  /// Ends the kiosk: resets the camera to the scenario's camera, and shows the panels and the card
  /// "Three things to try" (demo/shows/first_steps.h).
  void end(DemoState& state) override;
  bool isPlaying() const override { return isPlaying_; }
  bool endsAtAnyKey() const override { return true; }
  /// Turns the camera and goes to the next scenario when it is due. The time in which a large fluid
  /// is created does not count as time of the present scenario.
  void update(DemoState& state, double seconds) override;
  /// Prepares the next scenario.
  double prepare(DemoState& state, double seconds) override;
  /// Draws the title and the description of the scenario over the lower left corner of the fluid.
  float draw(DemoState& state, WorkArea& free) override;
  /// Records the number of particle-steps per second that this computer makes. With this number
  /// prepare() decides whether to skip a scenario whose own speed is not known yet.
  void noteSpeed(double particleSteps) { particleSteps_ = particleSteps; }

 private:
  /// Returns the next scenario of the gallery, after the last scenario that was tried, that may be
  /// fast enough, or null if there is none.
  std::shared_ptr<NextScene> choose(DemoState& state);
  /// Returns whether a scenario of this many particles may be fast enough.
  bool mayBeFast(std::int64_t particles) const;

  bool isPlaying_ = false;
  int generation_ = -1;  ///< generation of the fluid shown
  double shown_ = 0.0;   ///< seconds for which the scenario has been shown
  std::shared_ptr<NextScene> next_;
  std::string tried_;           ///< the scenario that was last tried as the next scene
  bool hasTriedAll_ = false;    ///< no other scenario can be shown
  double particleSteps_ = 0.0;  ///< particle-steps per second; 0 while the number is not known
};

}  // namespace gpubuck::demo
