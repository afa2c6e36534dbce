// The goal of a scenario, such as bringing balls to the end of a tank.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gpubuck::demo {

struct DemoState;

/// Watches the measurements for the goal of the scenario (dpd/model/goal.h). A restart, an undo and
/// a rewind to before the goal was reached begin anew.
class GoalWatch {
 public:
  /// Looks at the present measurements, and shows a notice when the goal has been reached.
  void update(DemoState& state);

  bool isReached() const { return reached_.has_value(); }
  /// Returns a line about the goal and how far it is, or an empty string without a goal.
  std::string line(const DemoState& state) const;

 private:
  struct Reached {
    std::int64_t step;
    double time;
  };
  std::optional<Reached> reached_;
  int generation_ = -1;  ///< of the session when last looked at
};

/// Returns the part of the goal that is reached now, 0..1, or nothing without a goal.
std::optional<double> goalProgress(const DemoState& state);

}  // namespace gpubuck::demo
