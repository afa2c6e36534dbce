// Exclusive prefix sums of counts in a buffer, in parts that are summed in parallel: OpenGL 4.3.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/number.h"
#include "texel/buffer_pass.h"

namespace gpubuck::texel {

/// Returns the number of words that group_scan.glsl needs for a list of `words`, with its gaps
/// against bank conflicts.
std::int64_t paddedWords(std::int64_t words);

/// Returns the extensions that group_scan.glsl and its users need for subgroups.
std::vector<std::string> subgroupExtensions();

/// Returns `info` with SUBGROUPS and its extensions if the driver has subgroups of 32 invocations.
/// Throws RunError below OpenGL 4.3.
BufferPassInfo withSubgroups(const Device& device, BufferPassInfo info);

struct PartScanInfo {
  std::int64_t length = 0;    ///< number of counts
  std::int64_t parts = 1;     ///< 1..65535
  int threadsPerGroup = 256;  ///< a multiple of 32; each group sums a part
  bool subgroups = false;     ///< whether the driver has subgroups of 32 invocations

  /// Returns the info for `counts` counts, of buckets or cells: a part per round of a group, at
  /// most 1,024 parts, which one group can sum. Throws RunError naming `what` below OpenGL 4.3.
  static PartScanInfo ofCounts(const Device& device, const char* what, std::int64_t counts);
};

class PartScan {
 public:
  /// Counts that an invocation sums per round of its group.
  static constexpr int kItems = 8;

  /// Compiles. Throws what BufferPass throws.
  PartScan(const Device& device, const PartScanInfo& info);

  /// Replaces the counts of each part by their exclusive prefix sum. Writes the sum of each part to
  /// `partSums`.
  void run(UIntBuffer& counts, UIntBuffer& partSums);

  std::int64_t parts() const { return parts_; }
  /// Returns the number of counts per part; the last parts may have fewer, or none.
  std::int64_t partLength() const { return partLength_; }

 private:
  std::int64_t parts_;
  std::int64_t partLength_;
  BufferPass partScan_;
};

}  // namespace gpubuck::texel
