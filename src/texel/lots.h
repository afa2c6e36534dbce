// Long work on the GPU in lots, so that it can be ended in between.
#pragma once

#include <cstdint>
#include <functional>

#include "texel/pass.h"

namespace gpubuck::texel {

/// While one lives, passes that visit the neighbours of many elements run in lots, one after the
/// other. Lots change nothing in what passes write. One at a time per thread.
class Lots {
 public:
  /// Of so many elements (> 0) at most. `between` is called after each lot but the last. It may
  /// throw, which leaves half of a result: what is being computed is then lost.
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

/// Calls `run` for each lot of the range: for all of it at once where no Lots lives on this thread.
void inLots(const Range& range, const std::function<void(const Range&)>& run);

/// Calls what Lots calls after each lot: for work that is done in rounds.
void betweenLots();

}  // namespace gpubuck::texel
