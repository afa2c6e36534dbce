// Lists out of ranges, so that every sort can serve what walks lists.
#pragma once

#include <memory>

#include "sort/algorithms.h"
#include "texel/map_pass.h"
#include "texel/scatter_pass.h"

namespace gpubuck::sort {

/// Links the elements of each range of another sort by rising number.
class LinkedRanges final : public Sort {
 public:
  /// `sort` must make ranges.
  LinkedRanges(const texel::Device& device, std::unique_ptr<Sort> sort, std::int64_t elements,
               std::int64_t buckets);

  void sort(const texel::Array& mapping) override;

 private:
  std::unique_ptr<Sort> sort_;
  texel::MapPass linkHeads_;
  texel::ScatterPass linkNext_;
};

/// As makeSort(), with lists whatever the algorithm makes.
std::unique_ptr<Sort> makeListSort(const texel::Device& device, const Settings& settings,
                                   std::int64_t elements, std::int64_t buckets);

}  // namespace gpubuck::sort
