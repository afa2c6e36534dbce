// Divides long work on the GPU into lots, so that it can be interrupted in between.
#pragma once

#include <cstdint>
#include <functional>

#include "texel/pass.h"

namespace gpubuck::texel {

/// While an object of this class lives, passes that visit the neighbours of many elements run in
/// lots, one after the other. Lots do not change the results of passes. At most one object per
/// thread may live.
class Lots {
 public:
  /// Lots have at most `elements` (> 0) elements. `between` is called after each lot but the last.
  /// It may throw; the result is then incomplete and lost.
  Lots(std::int64_t elements, std::function<void()> between);
  ~Lots();
  Lots(const Lots&) = delete;
  Lots& operator=(const Lots&) = delete;

 private:
  friend void betweenLots();
  friend void inLots(const Range& range, const std::function<void(const Range&)>& run);
  void run(Range range, const std::function<void(const Range&)>& run) const;

  std::int64_t elements_;
  std::function<void()> between_;
};

/// Calls `run` for each lot of the range, or for all of it at once if no Lots lives on this thread.
void inLots(const Range& range, const std::function<void(const Range&)>& run);

/// Calls the `between` of Lots, for work in rounds.
void betweenLots();

}  // namespace gpubuck::texel
