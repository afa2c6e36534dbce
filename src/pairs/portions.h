// Runs passes over many elements in portions, so that a long search can report progress and be
// cancelled.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "base/stopwatch.h"
#include "gl/context.h"
#include "texel/pass.h"

namespace gpubuck::pairs {

/// A function that takes the finished share of the work, 0..1. An exception of it ends the search.
using ShareDone = std::function<void(double share)>;

/// Adapts the number of elements per portion so that a portion takes about 50 ms. It does not
/// change results.
class Portions {
 public:
  /// Calls `run(range)` for consecutive ranges that together are `all`, and before each of them
  /// `done` with the share; without `done` calls it once for all. Waits for the GPU in between.
  template <typename Run>
  void run(const texel::Range& all, const Run& run, const ShareDone& done) {
    if (!done) return run(all);
    for (std::int64_t at = 0; at < all.count;) {
      done(static_cast<double>(at) / static_cast<double>(all.count));
      const std::int64_t count = std::min(elements_, all.count - at);
      Stopwatch watch;
      run(texel::Range{all.first + at, count});
      gl::finish();
      const double ms = watch.lap();
      if (ms < 25.0 && count == elements_) elements_ = std::min(2 * elements_, kMost);
      if (ms > 100.0) elements_ = std::max(count / 2, kLeast);
      at += count;
    }
  }

 private:
  static constexpr std::int64_t kLeast = 32, kMost = std::int64_t{1} << 40;

  std::int64_t elements_ = 1024;
};

}  // namespace gpubuck::pairs
