// Lists out of ranges, so that every sort can serve what walks lists.
#pragma once

#include <memory>

#include "sort/range_sort.h"
#include "texel/map_pass.h"
#include "texel/scatter_pass.h"

namespace gpubuck::sort {

/// Sorts into ranges and links the elements of each range by rising number. There is no re-sort:
/// resort() sorts anew and counts all elements as moved.
class LinkedRanges final : public ListSort {
 public:
  /// `settings.algorithm` must make ranges. Throws as makeRangeSort().
  LinkedRanges(const texel::Device& device, const Settings& settings, std::int64_t elements,
               std::int64_t buckets);

  void sort(const texel::Array& mapping, BucketLists& lists) override;
  void resort(const texel::Array& oldMapping, const texel::Array& mapping,
              BucketLists& lists) override;

 private:
  BucketRanges ranges_;
  std::unique_ptr<RangeSort> sort_;
  texel::MapPass linkHeads_;
  texel::ScatterPass linkNext_;
};

}  // namespace gpubuck::sort
