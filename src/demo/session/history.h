// The kept states to which the fluid of the window can return.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "run/run_state.h"

namespace gpubuck::demo {

/// A state of the fluid.
struct KeptState {
  std::int64_t id = 0;         ///< increases with each kept state
  std::int64_t line = 0;       ///< number of the state's line; a restart begins a new line
  int holders = 0;             ///< number of changes and bookmarks that may return to the state
  run::RunState fluid{};       ///< the state, with its engine
  std::int64_t numbering = 0;  ///< numbering of the particles' ids (Numbering)

  bool isHeld() const { return holders > 0; }
  std::int64_t step() const { return fluid.clock.step; }
  std::int64_t bytes() const;
};

/// States in main memory, by ascending id; the states of one line are in order of time. The present
/// place is the kept state to which the fluid has returned, or the end of the present line. If
/// there are too many states, or if they are too large, states are dropped in this order. First,
/// states without a holder are dropped if they belong to other lines. Next, if the states with
/// holders take more than half of the memory, the states with the fewest holders are dropped,
/// oldest first. Then states of the present line are dropped, so that the time between two
/// remaining states grows with their age. The first and the last state of the present line are
/// dropped last.
class History {
 public:
  static constexpr std::size_t kMostStates = 100;  ///< per line; held states do not count
  static constexpr std::int64_t kMostBytes = std::int64_t{1} << 29;

  explicit History(std::int64_t mostBytes = kMostBytes) : mostBytes_(mostBytes) {}

  /// Returns the memory in bytes of a state of this many particles, without its lists.
  static std::int64_t bytesOf(std::int64_t particles);

  /// Adds a state at the end of the present line, after goOn() has dropped the states after the
  /// present place. Returns its id, or an empty optional if the state alone is larger than the
  /// memory of the history.
  std::optional<std::int64_t> add(run::RunState fluid, std::int64_t numbering = 0);
  /// Returns the state, or null if it is no longer kept.
  const KeptState* find(std::int64_t id) const;
  /// Adds or removes a holder of the state.
  void hold(std::int64_t id) { addHolders(id, 1); }
  void release(std::int64_t id) { addHolders(id, -1); }

  /// Begins a new line. Lines without a held state are dropped.
  void beginLine();
  /// Makes this state the present place, and its line the present line.
  void goTo(std::int64_t id);
  /// Drops the states after the present place, because the fluid continues from there.
  void goOn();
  /// Drops the state, even if it is held.
  void drop(std::int64_t id);

  /// Returns the present line.
  std::int64_t line() const { return line_; }
  bool hasLine(std::int64_t line) const;
  std::vector<const KeptState*> timeline() const;
  /// Returns the id of the kept state to which the fluid has returned, or an empty optional if the
  /// fluid has continued since then.
  std::optional<std::int64_t> place() const { return place_; }
  /// Returns the last state of the present line up to the present place, or null.
  const KeptState* latest() const;

  std::int64_t bytes() const;

 private:
  void addHolders(std::int64_t id, int more);
  /// Returns the index of the state to be dropped first.
  std::size_t leastWanted() const;
  void thinOut();

  std::int64_t mostBytes_;
  std::deque<KeptState> states_;
  std::int64_t ids_ = 0;
  std::int64_t lines_ = 0;
  std::int64_t line_ = 0;
  std::optional<std::int64_t> place_;
};

}  // namespace gpubuck::demo
