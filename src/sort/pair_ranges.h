// Ranges from (bucket, element) pairs in order, two to a texel.
#pragma once

#include "sort/sort.h"
#include "texel/map_pass.h"

namespace gpubuck::sort {

/// Extracts the elements, and finds the start of each bucket by bisection.
class PairRanges {
 public:
  explicit PairRanges(const texel::Device& device);

  /// Writes `ranges` from the sorted pairs, two to a texel.
  void run(const texel::UInt4Array& pairs, BucketRanges& ranges);

 private:
  texel::MapPass order_;
  texel::MapPass start_;
};

}  // namespace gpubuck::sort
