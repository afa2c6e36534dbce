// The interface of every algorithm that puts elements into the order of their buckets: sorted
// order and ranges instead of linked lists.
#pragma once

#include <cstdint>
#include <memory>

#include "sort/list_sort.h"
#include "sort/settings.h"
#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::sort {

/// The elements of M buckets in a row: those of bucket c are order[start[c]] .. order[start[c+1] -
/// 1]. Both arrays are Format::Id; here all 24 bits are a number, so that start may reach the
/// largest N, whose texel elsewhere means NULL.
struct BucketRanges {
  BucketRanges(const texel::Device& device, std::int64_t elements, std::int64_t buckets);

  texel::Array order;  ///< N texels: the elements, bucket by bucket
  texel::Array start;  ///< M + 1 texels: where bucket c begins in `order`; the last one is N
};

class RangeSort {
 public:
  virtual ~RangeSort() = default;

  /// Sorts all elements. `mapping` (N texels, Format::Id) holds the bucket of each, below M. The
  /// elements of a bucket come by rising number (the sort is stable), so the result is defined to
  /// the last texel.
  virtual void sort(const texel::Array& mapping, BucketRanges& ranges) = 0;
};

/// Whether `algorithm` (resolved) makes ranges; the others make lists.
bool makesRanges(Algorithm algorithm);

/// The algorithm for ranges that stands for Auto: Bitonic on the paper engine, Counting on the fast
/// one. Any other is returned as it is, those that make lists too.
Algorithm resolveForRanges(Algorithm algorithm, texel::Engine engine);

/// Makes the algorithm for N elements in M buckets. Throws RunError when the context lacks what it
/// needs and InputError for settings out of range.
std::unique_ptr<RangeSort> makeRangeSort(const texel::Device& device, const Settings& settings,
                                         std::int64_t elements, std::int64_t buckets);

}  // namespace gpubuck::sort
