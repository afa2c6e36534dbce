#include "bench/inputs.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gpubuck::bench {
namespace {

constexpr std::uint64_t kBucketSeed = 1;
constexpr std::uint64_t kMovedSeed = 2;
constexpr std::uint64_t kTargetSeed = 3;

}  // namespace

std::vector<std::uint32_t> randomBuckets(std::int64_t elements, std::int64_t buckets, Order order) {
  std::vector<std::uint32_t> bucketOf(static_cast<std::size_t>(elements));
  for (std::size_t i = 0; i < bucketOf.size(); ++i) {
    bucketOf[i] = randomBelow(static_cast<std::uint64_t>(buckets), kBucketSeed, i);
  }
  if (order == Order::Cell) std::sort(bucketOf.begin(), bucketOf.end());
  return bucketOf;
}

std::vector<std::uint32_t> moveElements(std::vector<std::uint32_t> bucketOf, std::int64_t moved,
                                        std::int64_t buckets) {
  // The first `moved` of a shuffled deck.
  std::vector<std::uint32_t> deck(bucketOf.size());
  std::iota(deck.begin(), deck.end(), 0U);
  for (std::size_t k = 0; k < static_cast<std::size_t>(moved); ++k) {
    std::swap(deck[k], deck[k + randomBelow(deck.size() - k, kMovedSeed, k)]);
    const std::uint32_t other =
        randomBelow(static_cast<std::uint64_t>(buckets - 1), kTargetSeed, k);
    std::uint32_t& bucket = bucketOf[deck[k]];
    bucket = other < bucket ? other : other + 1;
  }
  return bucketOf;
}

}  // namespace gpubuck::bench
