// Finds the smallest box around vectors.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/common.hpp>
#include <glm/vec3.hpp>
#include <limits>
#include <mutex>
#include <span>

#include "base/parallel.h"

namespace gpubuck::pairs {

/// Minimum number of points or places per thread. With fewer, another thread would not save time.
inline constexpr std::int64_t kPlacesPerThread = 1 << 15;

/// The smallest and largest coordinates of some vectors along each axis; without any vectors,
/// infinity and minus infinity.
struct Extent {
  glm::dvec3 low{std::numeric_limits<double>::infinity()};
  glm::dvec3 high{-std::numeric_limits<double>::infinity()};

  void add(const glm::dvec3& least, const glm::dvec3& most) {
    low = glm::min(low, least);
    high = glm::max(high, most);
  }
};

/// Returns the extent of the values that `valueOf` returns for all vectors. Uses several threads if
/// there are many vectors.
template <typename Value = std::identity>
Extent extentOf(std::span<const glm::dvec3> vectors, const Value& valueOf = {}) {
  Extent extent;
  std::mutex mutex;
  inParallel(std::ssize(vectors), kPlacesPerThread, [&](std::int64_t first, std::int64_t end) {
    Extent part;
    for (std::int64_t k = first; k < end; ++k) {
      const glm::dvec3 value = valueOf(vectors[static_cast<std::size_t>(k)]);
      part.add(value, value);
    }
    const std::lock_guard lock(mutex);
    extent.add(part.low, part.high);
  });
  return extent;
}

}  // namespace gpubuck::pairs
