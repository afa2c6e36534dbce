// Work on all processors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

namespace gpubuck {

/// Calls `work(first, end)` for stretches that together are 0 .. count - 1, each at least `least`
/// long, at the same time on as many threads as there are processors. `work` must not throw.
template <typename Work>
void inParallel(std::int64_t count, std::int64_t least, const Work& work) {
  const auto processors = static_cast<std::int64_t>(std::thread::hardware_concurrency());
  const std::int64_t parts =
      std::clamp<std::int64_t>(count / least, 1, std::max<std::int64_t>(processors, 1));
  std::vector<std::jthread> others;
  others.reserve(static_cast<std::size_t>(parts - 1));
  for (std::int64_t k = 1; k < parts; ++k) {
    const auto part = [&work, count, parts, k] {
      work(count * k / parts, count * (k + 1) / parts);
    };
    try {
      others.emplace_back(part);
    } catch (const std::system_error&) {  // no more threads
      part();
    }
  }
  work(0, count / parts);
}

}  // namespace gpubuck
