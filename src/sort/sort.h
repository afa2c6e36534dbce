// The interface of all sorts of elements into buckets, and the results of sorts, which are linked
// lists or ranges.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "base/id.h"
#include "sort/rounds.h"
#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::sort {

/// The head of a bucket without elements.
inline constexpr texel::IdTexel kEmptyHead = texel::encodeId(kNullId, true);

/// The lists of M buckets over N elements (paper figure 2).
struct BucketLists {
  BucketLists(const texel::Device& device, std::int64_t elements, std::int64_t buckets);

  texel::IdArray head;  ///< M texels: first element of bucket c, or NULL
  texel::IdArray
      next;  ///< N texels: next element in the bucket of element i, or NULL; A: visited flag
};

/// The elements in the order of their M buckets. Bucket c has the elements order[start[c]] ..
/// order[start[c+1] - 1], in the order of their numbers, so that the result is defined to the last
/// texel. If all 24 bits of a texel of `start` are set, the texel holds the largest N, although
/// these bits mean NULL in other arrays.
struct BucketRanges {
  /// Throws InputError for more than 16,777,214 buckets, since there is one start more than
  /// buckets.
  BucketRanges(const texel::Device& device, std::int64_t elements, std::int64_t buckets);

  texel::IdArray order;  ///< N texels: the elements, bucket by bucket
  texel::IdArray start;  ///< M + 1 texels: start of bucket c in `order`; the last texel is N
};

/// Sorts N elements into M buckets and holds the result.
class Sort {
 public:
  virtual ~Sort() = default;
  Sort(const Sort&) = delete;
  Sort& operator=(const Sort&) = delete;

  /// Sorts all elements. `mapping` (N texels) holds the bucket of each element, below M.
  virtual void sort(const texel::IdArray& mapping) = 0;

  /// Turns the result for `oldMapping` into a result for `mapping`. The buckets have the same
  /// elements as after sort(mapping), perhaps in another order. The default implementation sorts
  /// all elements again.
  virtual void resort(const texel::IdArray& oldMapping, const texel::IdArray& mapping);

  /// Returns statistics of the last sort or re-sort of the bucket sort, or null for other
  /// algorithms, which sort all elements each time.
  virtual const Statistics* statistics() const { return nullptr; }

  /// Return the result of the last sort. Depending on the algorithm, either lists() or ranges() is
  /// null.
  BucketLists* lists() { return std::get_if<BucketLists>(&buckets_); }
  const BucketLists* lists() const { return std::get_if<BucketLists>(&buckets_); }
  BucketRanges* ranges() { return std::get_if<BucketRanges>(&buckets_); }
  const BucketRanges* ranges() const { return std::get_if<BucketRanges>(&buckets_); }

 protected:
  explicit Sort(BucketLists lists) : buckets_(std::move(lists)) {}
  explicit Sort(BucketRanges ranges) : buckets_(std::move(ranges)) {}

 private:
  std::variant<BucketLists, BucketRanges> buckets_;
};

struct LinkedRanges {
  std::vector<std::uint32_t> head;  ///< first element of each bucket, or kNullId
  std::vector<std::uint32_t> next;  ///< next element in the same bucket, or kNullId
};

/// Links the elements of each range in the order of the range. `start` and `order` are as in
/// BucketRanges.
LinkedRanges linkRanges(std::span<const std::uint32_t> start, std::span<const std::uint32_t> order);

/// Returns the result of `sort` as lists in main memory; ranges are linked here. Waits for the GPU.
LinkedRanges downloadLists(const Sort& sort);

}  // namespace gpubuck::sort
