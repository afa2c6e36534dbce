// Running sums of counts in a buffer, in parts that are summed in parallel: OpenGL 4.3.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/number.h"
#include "texel/buffer_pass.h"

namespace gpubuck::texel {

/// Words that group_scan.glsl needs for a list of `words`, with its gaps against bank conflicts.
std::int64_t paddedWords(std::int64_t words);

/// The extensions that group_scan.glsl and its users need for subgroups.
std::vector<std::string> subgroupExtensions();

/// Lets such a body use subgroups where the driver has those of 32 invocations: SUBGROUPS. Throws
/// RunError below OpenGL 4.3.
BufferPassInfo withSubgroups(const Device& device, BufferPassInfo info);

struct PartScanInfo {
  std::int64_t length = 0;    ///< counts
  std::int64_t parts = 1;     ///< 1..65535
  int threadsPerGroup = 256;  ///< a multiple of 32; a group sums a part
  bool subgroups = false;     ///< whether the driver has those of 32 invocations

  /// For so many counts, of buckets or cells: a part for each round of a group, up to 1,024 parts,
  /// which one group can sum. Throws RunError naming `what` below OpenGL 4.3.
  static PartScanInfo ofCounts(const Device& device, const char* what, std::int64_t counts);
};

class PartScan {
 public:
  /// Counts that an invocation sums at a time; a group with more of them takes several rounds.
  static constexpr int kItems = 8;

  /// Compiles. Throws as BufferPass.
  PartScan(const Device& device, const PartScanInfo& info);

  /// Replaces every count by the sum of those before it in its part; `partSums`: of whole parts.
  void run(UIntBuffer& counts, UIntBuffer& partSums);

  std::int64_t parts() const { return parts_; }
  /// Counts of a part; the last one may have fewer, or none.
  std::int64_t partLength() const { return partLength_; }

 private:
  std::int64_t parts_;
  std::int64_t partLength_;
  BufferPass partScan_;
};

}  // namespace gpubuck::texel
