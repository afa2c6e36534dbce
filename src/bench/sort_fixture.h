// One algorithm on one input, ready to be timed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "bench/benchmark.h"
#include "bench/report.h"
#include "sort/algorithms.h"
#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::bench {

/// An algorithm with the settings that are compared.
struct SortChoice {
  sort::Settings settings;
  /// Of the bitonic sort: stages of its network in a pass; 0: as many as it does by itself.
  int stagesPerPass = 0;
};

/// Holds what a sort reads and writes. Elements into lists or into ranges, whichever the algorithm
/// makes.
class SortFixture {
 public:
  /// Makes its own device and uploads the bucket of each element. With `moved`, the buckets after
  /// some elements have gone elsewhere, a re-sort can be timed too. Throws what the algorithm
  /// throws.
  SortFixture(const texel::DeviceOptions& device, const SortChoice& choice,
              std::span<const std::uint32_t> bucketOf, std::int64_t buckets,
              std::span<const std::uint32_t> moved = {});

  /// Sorts all elements.
  Job sortJob();
  /// Re-sorts from one mapping to the other and the next time back again, which moves as many.
  Job resortJob();

  /// The algorithm, with what it made last.
  const sort::Sort& sort() const { return *sort_; }

  /// A row that says what this is: algorithm, engine, n, per_cell, memory; partition and
  /// sub_buffers of the paper's method, with iterations, points_drawn and moved of the last sort.
  Row describe(const std::string& benchmark, const Measured& measured) const;

 private:
  void resort();

  texel::Device device_;
  SortChoice choice_;
  std::int64_t bytesBefore_;  ///< first, so that all members below count
  texel::IdArray mapping_;
  std::optional<texel::IdArray> moved_;
  bool isMoved_ = false;
  std::int64_t buckets_;
  std::unique_ptr<sort::Sort> sort_;
  std::int64_t memory_ = 0;
};

}  // namespace gpubuck::bench
