// States that the fluid of the window can go back to: the one home of all that are kept.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "run/run_state.h"

namespace gpubuck::demo {

/// A fluid as it was.
struct KeptState {
  std::int64_t id = 0;         ///< rises with each state that is kept
  std::int64_t line = 0;       ///< the run it is a state of: a restart begins a new one
  int holders = 0;             ///< that mean to come back to it
  run::RunState fluid{};       ///< with the engine that it ran on
  std::int64_t numbering = 0;  ///< FluidSession::numbering()

  bool isHeld() const { return holders > 0; }
  std::int64_t step() const { return fluid.clock.step; }
  std::int64_t bytes() const;
};

/// States in main memory, by rising id; those of one line follow each other in time. Where they
/// become too many or too large, those of other lines go first, and where those that are held leave
/// less than half of the room, the ones with the fewest holders, the oldest of them first; then
/// those of this line are thinned out, so that their distances grow with their age. Its first and
/// its last state stay longest.
class History {
 public:
  static constexpr std::size_t kMostStates = 100;  ///< of a line, without those that are held
  static constexpr std::int64_t kMostBytes = std::int64_t{1} << 29;

  explicit History(std::int64_t mostBytes = kMostBytes) : mostBytes_(mostBytes) {}

  /// What a state of so many particles takes without its lists.
  static std::int64_t bytesOf(std::int64_t particles);

  /// Keeps a state of the present line, of which it is the last; what came after the present place
  /// has been dropped. The id of the state; none where it alone has more than kMostBytes.
  std::optional<std::int64_t> add(run::RunState fluid, std::int64_t numbering = 0);
  /// Null where it is no longer kept.
  const KeptState* find(std::int64_t id) const;
  /// For one more, or one fewer, that means to come back to it.
  void hold(std::int64_t id) { addHolders(id, 1); }
  void release(std::int64_t id) { addHolders(id, -1); }

  /// From now on the fluid is another one. Lines of which no state is held are dropped.
  void beginLine();
  /// The fluid is now at this state, and of its line.
  void goTo(std::int64_t id);
  /// The fluid goes on from there: forgets what came after it in its line.
  void goOn();
  /// Forgets it for everybody.
  void drop(std::int64_t id);

  /// Of the present line.
  std::int64_t line() const { return line_; }
  bool hasLine(std::int64_t line) const;
  std::vector<const KeptState*> timeline() const;
  /// The state that the fluid has gone to and not gone on from; none: it is behind the last.
  std::optional<std::int64_t> place() const { return place_; }
  /// The last state of the present line up to its place; null: none.
  const KeptState* latest() const;

  std::int64_t bytes() const;

 private:
  void addHolders(std::int64_t id, int more);
  /// The state to be dropped first.
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
