// A sort into ranges with its arrays on the GPU, driven by plain vectors, and what it must make.
#pragma once

#include <algorithm>
#include <numeric>

#include "sort/range_sort.h"
#include "sort/sort_rig.h"

namespace gpubuck::test {

/// BucketRanges as plain vectors.
struct Ranges {
  std::vector<int> order;
  std::vector<int> start;

  bool operator==(const Ranges&) const = default;
};

inline Ranges stableRanges(const std::vector<int>& bucketOf, int buckets) {
  Ranges ranges{std::vector<int>(bucketOf.size()),
                std::vector<int>(static_cast<std::size_t>(buckets) + 1, 0)};
  std::iota(ranges.order.begin(), ranges.order.end(), 0);
  const auto bucket = [&](int element) { return bucketOf[static_cast<std::size_t>(element)]; };
  std::stable_sort(ranges.order.begin(), ranges.order.end(),
                   [&](int a, int b) { return bucket(a) < bucket(b); });
  for (const int b : bucketOf) ++ranges.start.at(static_cast<std::size_t>(b) + 1);
  std::partial_sum(ranges.start.begin(), ranges.start.end(), ranges.start.begin());
  return ranges;
}

/// The arrays of a sort of N elements into M buckets. They hold sentinels at first.
class RangeRig {
 public:
  RangeRig(const texel::Device& device, std::size_t elements, int buckets)
      : mapping_(device, "mapping", texel::Format::Id, static_cast<std::int64_t>(elements)),
        ranges_(device, mapping_.count(), buckets) {
    for (texel::Array* array : {&mapping_, &ranges_.order, &ranges_.start}) {
      fillWithSentinel(*array);
    }
  }

  Ranges sort(sort::RangeSort& algorithm, const std::vector<int>& bucketOf) {
    mapping_.upload(idTexels(bucketOf));
    algorithm.sort(mapping_, ranges_);
    return {numbersOf(ranges_.order), numbersOf(ranges_.start)};
  }

  const sort::BucketRanges& ranges() const { return ranges_; }

 private:
  static std::vector<int> numbersOf(const texel::Array& array) {
    std::vector<int> numbers;
    for (const texel::IdTexel texel : array.downloadIds()) {
      numbers.push_back(static_cast<int>(texel & kNullId));
    }
    return numbers;
  }

  texel::Array mapping_;
  sort::BucketRanges ranges_;
};

/// Expects the ranges of a stable sort, and sentinels behind them.
inline void expectStable(const texel::Device& device, sort::RangeSort& algorithm,
                         const std::vector<int>& bucketOf, int buckets) {
  SCOPED_TRACE(fmt::format("{} elements in {} buckets", bucketOf.size(), buckets));
  RangeRig rig(device, bucketOf.size(), buckets);
  const Ranges sorted = rig.sort(algorithm, bucketOf);
  const Ranges expected = stableRanges(bucketOf, buckets);
  EXPECT_EQ(sorted.order, expected.order);
  EXPECT_EQ(sorted.start, expected.start);
  for (const texel::Array* array : {&rig.ranges().order, &rig.ranges().start}) {
    if (array->count() % device.textureWidth() != 0) expectSentinelFrom(*array, array->count());
  }
}

}  // namespace gpubuck::test
