// The failure of a fluid, and the state to which the user then goes back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "demo/session/history.h"
#include "scenario/scenario.h"

namespace gpubuck::demo {

/// Records when the user changed values, and when tools acted on the fluid. After a failure, finds
/// the last state before the changes that made the fluid fail.
class Recovery {
 public:
  /// If a fluid has run for this many steps since the last change of its values, the values are not
  /// the cause of a failure.
  static constexpr std::int64_t kProvenSteps = 1000;

  /// Begins with a fluid at this step.
  void begin(std::int64_t step);
  /// Continues from a kept state of this step.
  void goTo(std::int64_t step);
  /// Returns whether the last change of values was a part of this gesture, such as the drag of a
  /// slider.
  bool isOfLast(std::optional<unsigned long> gesture) const {
    return gesture && gesture_ == gesture;
  }
  /// Records the id of the last kept state before a gesture.
  void keptBefore(std::int64_t id) { beforeValues_ = id; }
  /// Records a change of values at this step.
  void change(std::int64_t step, std::optional<unsigned long> gesture);
  /// Records whether a tool acts on the next step. Returns whether a stroke begins;
  /// keptBeforeStroke() must then be called with the state before the stroke.
  bool acts(bool isForced);
  void keptBeforeStroke(std::int64_t id) { beforeStroke_ = id; }

  /// Records that the fluid has failed with this scenario.
  void fail(const Error& error, const scenario::Scenario& with);
  /// Returns the error by which the fluid has failed, or an empty string.
  const std::string& failure() const { return failure_; }
  bool hasFailed() const { return !failure_.empty(); }
  /// Returns whether a tool has acted since the fluid began, so that the tool, and not the values,
  /// may be the cause of a failure.
  bool hasStroke() const { return hasStroke_; }
  /// Returns the step that failure() names, if any.
  std::optional<std::int64_t> failedStep() const;
  /// Returns the scenario with which the fluid failed.
  const scenario::Scenario& failedWith() const { return failedWith_; }

  /// Returns the state to go back to, or null if no state is kept. If a tool may be the cause of a
  /// failure, this is the last state before the tool's stroke. A tool may be the cause if the
  /// values were never changed, or if the fluid had run with them for kProvenSteps before the
  /// stroke. After any other failure, this is the last state without the values that failed, since
  /// the fluid would fail with these values again, or the last kept state if all kept states have
  /// these values.
  const KeptState* lastGood(const History& history) const;

 private:
  bool hasFailedValues(const KeptState& state) const;

  std::string failure_;
  scenario::Scenario failedWith_;
  std::optional<unsigned long> gesture_;  ///< gesture of the last change of values
  std::int64_t beforeValues_ = 0;
  std::int64_t changedAt_ = 0;  ///< step of the last change of values
  std::int64_t beforeStroke_ = 0;
  bool isForced_ = false;  ///< a tool acted on the last step
  /// `hasStroke_`: a tool has acted since the fluid began. `wereChanged_`: values were changed
  /// since the fluid began.
  bool hasStroke_ = false, wereChanged_ = false;
};

}  // namespace gpubuck::demo
