// Cuts long work on the GPU into slices, between which a caller reports progress, draws or stops.
// Slices do not change results.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>

#include "base/stopwatch.h"
#include "texel/device.h"
#include "texel/pass.h"

namespace gpubuck::texel {

/// The number of elements per slice, adapted so that a slice takes about a wanted time.
class SliceLength {
 public:
  explicit SliceLength(std::int64_t elements = 1024) : elements_(elements) {}

  std::int64_t elements() const { return elements_; }

  /// Adapts the length of slices to a slice that took `seconds`. Doubles the length, up to `most`,
  /// if the slice took less than half of the wanted time. Halves the length, down to 32, if the
  /// slice took more than 1.5 times the wanted time.
  void adapt(double seconds, double wanted, std::int64_t most);

  /// Calls `run(range)` for consecutive slices of `all`, each of which takes about 50 ms. Calls
  /// `done` with the finished share, 0..1, before each slice, and waits for the GPU after each
  /// slice. Without `done`, calls `run` once for `all`.
  template <typename Run>
  void run(const Range& all, const Run& run, const std::function<void(double share)>& done) {
    constexpr double kWantedMs = 50.0;
    if (!done) return run(all);
    for (std::int64_t at = 0; at < all.count;) {
      done(static_cast<double>(at) / static_cast<double>(all.count));
      const std::int64_t count = std::min(elements_, all.count - at);
      Stopwatch watch;
      run(Range{all.first + at, count});
      gl::finish();
      const double ms = watch.lap();
      at += count;
      // The time of a shorter last slice can show that slices are too long, but not that they are
      // too short.
      if (ms > 1.5 * kWantedMs) elements_ = count;
      if (count == elements_) adapt(ms, kWantedMs, std::int64_t{1} << 40);
    }
  }

 private:
  std::int64_t elements_;
};

/// The slices of passes that visit the neighbours of many elements, and of work in rounds.
struct WorkSlices {
  std::int64_t elements;          ///< maximum number of elements per slice, > 0
  std::function<void()> between;  ///< called after each slice but the last; may throw
};

/// Lets passes on the device run in slices while the returned pointer lives. If `between` throws,
/// the result of the work is incomplete and lost.
[[nodiscard]] std::shared_ptr<const WorkSlices> sliceWork(const Device& device, WorkSlices slices);

/// Calls `run` for each slice of the range, or once for the whole range if work on the device is
/// not sliced.
void inSlices(const Device& device, Range range, const std::function<void(const Range&)>& run);

/// Calls WorkSlices::between, for work in rounds.
void betweenSlices(const Device& device);

}  // namespace gpubuck::texel
