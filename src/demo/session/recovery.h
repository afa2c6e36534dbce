// The failure of a fluid, and the state to which the user then goes back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "demo/session/history.h"
#include "scenario/scenario.h"

namespace gpubuck::demo {

/// Notes when the user changed values, and when tools acted on the fluid. After a failure it finds
/// the last state before the changes that made the fluid fail.
class Recovery {
 public:
  /// A fluid with these values for this many steps did not fail because of them.
  static constexpr std::int64_t kProvenSteps = 1000;

  /// Begins with a fluid at this step.
  void begin(std::int64_t step);
  /// Goes on from a kept state of this step.
  void goTo(std::int64_t step);
  /// Returns whether the last change was of this gesture of the user, such as the drag of a slider:
  /// changes of one gesture are tried together.
  bool isOfLast(std::optional<unsigned long> gesture) const {
    return gesture && gesture_ == gesture;
  }
  /// Records the last kept state before a gesture, by its id.
  void keptBefore(std::int64_t id) { beforeValues_ = id; }
  /// Records a change of values at this step.
  void change(std::int64_t step, std::optional<unsigned long> gesture);
  /// Records whether a tool acts on the next step. Returns whether a stroke begins; then
  /// keptBeforeStroke() must give the state before it.
  bool acts(bool isForced);
  void keptBeforeStroke(std::int64_t id) { beforeStroke_ = id; }

  /// Records that the fluid has failed with this scenario.
  void fail(const Error& error, const scenario::Scenario& with);
  /// Returns the error by which the fluid has failed, or an empty string.
  const std::string& failure() const { return failure_; }
  bool hasFailed() const { return !failure_.empty(); }
  /// Returns whether a tool has acted since the fluid began, so that it may fail by the tool and
  /// not by its values.
  bool hasStroke() const { return hasStroke_; }
  /// Returns the step that failure() names, if it names one.
  std::optional<std::int64_t> failedStep() const;
  /// Returns the scenario with which the fluid failed.
  const scenario::Scenario& failedWith() const { return failedWith_; }

  /// Returns the state to go back to, or null if no state is kept. After a failure this is the last
  /// state before the values were changed to the failing values, since the fluid would fail again
  /// with these; if there is no such state, it is the last state. If the values were never changed,
  /// or the fluid had run with them for kProvenSteps before a stroke of a tool, it is the last
  /// state before the stroke.
  const KeptState* lastGood(const History& history) const;

 private:
  bool hasFailedValues(const KeptState& state) const;

  std::string failure_;
  scenario::Scenario failedWith_;
  std::optional<unsigned long> gesture_;  ///< gesture of the last change of values
  std::int64_t beforeValues_ = 0;
  std::int64_t changedAt_ = 0;  ///< step of the last change of values
  std::int64_t beforeStroke_ = 0;
  bool isForced_ = false;                         ///< a tool acted on the last step
  bool hasStroke_ = false, wereChanged_ = false;  ///< since the fluid began
};

}  // namespace gpubuck::demo
