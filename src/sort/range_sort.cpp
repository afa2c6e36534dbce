#include "sort/range_sort.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/id.h"
#include "sort/bitonic_sort.h"
#include "sort/counting_sort.h"
#include "sort/radix_sort.h"

namespace gpubuck::sort {
namespace {

std::int64_t checkedBuckets(std::int64_t buckets) {
  if (buckets >= kMaxCount) {
    throw InputError("buckets", fmt::format("{} are too many for ranges, whose starts are one "
                                            "more: at most {}",
                                            buckets, kMaxCount - 1));
  }
  return buckets;
}

}  // namespace

BucketRanges::BucketRanges(const texel::Device& device, std::int64_t elements, std::int64_t buckets)
    : order(device, "order", texel::Format::Id, elements),
      start(device, "start", texel::Format::Id, checkedBuckets(buckets) + 1) {}

bool makesRanges(Algorithm algorithm) {
  return algorithm == Algorithm::Bitonic || algorithm == Algorithm::Counting ||
         algorithm == Algorithm::Radix;
}

Algorithm resolveForRanges(Algorithm algorithm, texel::Engine engine) {
  if (algorithm != Algorithm::Auto) return algorithm;
  return engine == texel::Engine::Fast ? Algorithm::Counting : Algorithm::Bitonic;
}

std::unique_ptr<RangeSort> makeRangeSort(const texel::Device& device, const Settings& settings,
                                         std::int64_t elements, std::int64_t buckets) {
  checkedBuckets(buckets);
  switch (settings.algorithm) {
    case Algorithm::Bitonic:
      return std::make_unique<BitonicSort>(device, elements, buckets);
    case Algorithm::Counting:
      return std::make_unique<CountingSort>(device, elements, buckets);
    case Algorithm::Radix:
      return std::make_unique<RadixSort>(device, RadixSettings{}, elements, buckets);
    default:
      throw RunError("sort algorithm", "makes lists, not ranges");
  }
}

}  // namespace gpubuck::sort
