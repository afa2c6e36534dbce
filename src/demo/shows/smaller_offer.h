// The offer to run a slow scenario in a smaller box.
#pragma once

#include <cstdint>
#include <optional>

#include "scenario/scenario.h"

namespace gpubuck::demo {

struct DemoState;

/// Returns the scenario in a smaller box of the same shape, with about `particles` (> 0) particles
/// at the same density. Sides that are only a few cut-offs wide keep their length. Depends on its
/// arguments alone. Throws InputError if the scenario has no such size, as one with particles from
/// a file.
scenario::Scenario scaledTo(const scenario::Scenario& scenario, std::int64_t particles);

/// Offers a scenario in a smaller size if this computer makes few steps of it per second. Only the
/// offer depends on the measured speed: nothing changes unless it is accepted.
class SmallerOffer {
 public:
  static constexpr double kLeastRate = 30.0;  ///< steps per second that need no offer

  /// To be called when a scenario has been opened. The speed of the one before predicts its speed
  /// until it is measured.
  void begin(const DemoState& state);
  /// To be called once per picture. `stepSeconds` is the time that a step takes to compute, or 0
  /// before it has been measured.
  void update(const DemoState& state, double stepSeconds);

  /// The scenario offered, or none.
  const std::optional<scenario::Scenario>& scenario() const { return offered_; }
  /// The steps per second of the present one.
  double rate() const { return rate_; }

  /// Opens the scenario offered.
  void accept(DemoState& state);
  void decline();

 private:
  /// Offers a smaller size if `particleSteps_` says that the present one is slow.
  void offer(const DemoState& state);

  std::optional<scenario::Scenario> offered_;
  scenario::Scenario offeredFor_;  ///< DemoState::opened when it was offered
  double rate_ = 0.0;
  double particleSteps_ = 0.0;  ///< per second, of the last fluid measured; 0 before
  std::int64_t begun_ = 0;      ///< step at which the scenario was opened
  bool isDecided_ = true;       ///< nothing more will be offered for this scenario
  bool isAccepted_ = false;     ///< the scenario being opened is the one offered
};

/// Updates the offer, and draws it at the top of the fluid between `left` and `right`, in the
/// middle or, if the tool's settings reach there, after their right end. Without room it is not
/// drawn.
void drawSmallerOffer(DemoState& state, float left, float right, float toolEnd);

}  // namespace gpubuck::demo
