#include "pairs/pair_table.h"

#include <algorithm>
#include <utility>

#include "base/disjoint_sets.h"
#include "base/error.h"
#include "base/parallel.h"

namespace gpubuck::pairs {
namespace {

/// Minimum number of copied numbers per thread. With fewer, another thread would not save time.
constexpr std::int64_t kLeastCopied = 1 << 17;

template <typename Number>
void copyInParallel(std::span<const std::int32_t> numbers, Number* to, std::int64_t stride) {
  inParallel(std::ssize(numbers), kLeastCopied, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t k = first; k < end; ++k) {
      to[k * stride] = numbers[static_cast<std::size_t>(k)];
    }
  });
}

}  // namespace

void copyNumbers(std::span<const std::int32_t> numbers, std::int64_t* to, std::int64_t stride) {
  copyInParallel(numbers, to, stride);
}

void copyNumbers(std::span<const std::int32_t> numbers, std::int32_t* to, std::int64_t stride) {
  copyInParallel(numbers, to, stride);
}

Clusters clustersOf(std::int64_t points, const PairTable& table) {
  if (std::ssize(table.offsets) != points + 1) {
    throw RunError("clusters", "the pairs are not in the order of their first points");
  }
  const auto count = static_cast<std::uint32_t>(points);
  DisjointSets sets(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    for (const std::int32_t j : table.of(i)) sets.join(i, static_cast<std::uint32_t>(j));
  }
  std::vector<std::int64_t> sizeOf(count, 0);
  for (std::uint32_t i = 0; i < count; ++i) ++sizeOf[sets.find(i)];
  std::vector<std::uint32_t> lowest;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (sizeOf[i] > 0) lowest.push_back(i);
  }
  std::ranges::sort(lowest, {}, [&](auto i) { return std::pair(-sizeOf[i], i); });
  Clusters clusters;
  std::vector<std::int32_t> numberOf(count);
  for (const std::uint32_t i : lowest) {
    numberOf[i] = static_cast<std::int32_t>(clusters.sizes.size());
    clusters.sizes.push_back(sizeOf[i]);
  }
  for (std::uint32_t i = 0; i < count; ++i) clusters.ofPoint.push_back(numberOf[sets.find(i)]);
  return clusters;
}

}  // namespace gpubuck::pairs
