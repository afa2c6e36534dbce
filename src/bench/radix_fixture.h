// A radix sort of one list of keys, ready to be timed.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "bench/benchmark.h"
#include "bench/report.h"
#include "sort/radix_sorter.h"
#include "texel/device.h"
#include "texel/uint_buffer.h"

namespace gpubuck::bench {

class RadixFixture {
 public:
  /// Makes its own device of the fast engine and uploads the keys. Throws as sort::RadixSorter.
  RadixFixture(const texel::DeviceOptions& device, const sort::RadixSettings& settings,
               std::span<const std::uint32_t> keys, bool withOrder);
  /// The sorter keeps the address of the device.
  RadixFixture(const RadixFixture&) = delete;
  RadixFixture& operator=(const RadixFixture&) = delete;

  Job sortJob();

  const sort::RadixSettings& settings() const { return sorter_.settings(); }

  /// A row with the settings, passes, and the time of the stages with the paper's names:
  /// histogram_ms, scan_ms, reorder_ms.
  Row describe(const std::string& benchmark, const Measured& measured) const;

 private:
  texel::Device device_;
  std::int64_t bytesBefore_;  ///< first, so that all members below count
  texel::UIntBuffer keys_;
  sort::RadixSorter sorter_;
  bool withOrder_;
  std::int64_t memory_;
};

/// "subgroups", "masks", "counters".
const char* rankingWord(sort::RadixRanking ranking);

}  // namespace gpubuck::bench
