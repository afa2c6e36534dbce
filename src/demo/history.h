// States that the fluid of the window can go back to.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "scenario/run_state.h"

namespace gpubuck::demo {

/// The latest states, in main memory. The oldest ones go where there are too many, or too large.
class History {
 public:
  static constexpr std::size_t kMostStates = 8;
  static constexpr std::int64_t kMostBytes = std::int64_t{1} << 29;

  /// What one state of so many particles takes.
  static std::int64_t bytesOf(std::int64_t particles);

  /// A state of more than kMostBytes is not kept.
  void add(scenario::RunState state);
  void clear() { states_.clear(); }
  /// The step of the latest state; none where there is no state.
  std::optional<std::int64_t> latestStep() const;
  /// Takes the latest state out.
  scenario::RunState takeLatest();

 private:
  std::deque<scenario::RunState> states_;
};

}  // namespace gpubuck::demo
