// Ranges of elements by a radix sort of their buckets: OpenGL 4.3.
#pragma once

#include "sort/radix_sorter.h"
#include "sort/sort.h"

namespace gpubuck::sort {

/// Sorts (bucket, element) pairs by bucket and then finds the start of each bucket by bisection.
class RadixSort final : public Sort {
 public:
  /// Key bits of 0 become the number of bits of the largest bucket. Throws as RadixSorter, and
  /// InputError for fewer key bits than that.
  RadixSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets,
            const RadixSettings& settings = {});

  void sort(const texel::IdArray& mapping) override;

  const RadixSettings& settings() const { return sorter_.settings(); }

 private:
  RadixSorter sorter_;
  texel::BufferPass makeRanges_;
  std::int64_t elements_;
  std::int64_t buckets_;
};

}  // namespace gpubuck::sort
