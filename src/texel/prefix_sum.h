// Prefix sums of counts on textures, and in buffers (OpenGL 4.3). In a buffer, parts of the counts
// are summed in parallel.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/number.h"
#include "texel/buffer_pass.h"
#include "texel/map_pass.h"

namespace gpubuck::texel {

/// Inclusive prefix sums over an array with two 64-bit numbers per element, in xy and in zw, each
/// with the low word first. One pass per level sums blocks on the way up, and one pass per level on
/// the way down adds to each element the sum of the elements before it in its block. On the engine
/// `fast`, a GPU sums 1,024 elements in the shared memory of a work group. On the engine `paper`,
/// and on a software renderer, an invocation sums 8 elements, or 32 elements on the higher levels,
/// which are small; the prefix sum then takes about six reads per element and 2 log32(N) passes.
class PrefixSum {
 public:
  using Totals = std::array<std::uint64_t, 2>;

  /// Prepares for arrays of `count` elements.
  PrefixSum(const Device& device, std::int64_t count);

  /// Writes the sum of the values 0 .. i to element i of `ends`; both have `count` elements.
  void run(const UInt4Array& values, UInt4Array& ends);

  /// Returns the sums over all elements in the last run, or 0 if there were no elements. Waits for
  /// the GPU.
  Totals totals() const;

 private:
  using AnyPass = std::variant<MapPass, BufferPass>;

  bool isByGroups() const { return std::holds_alternative<BufferPass>(up_); }
  /// Returns the number of elements per block on a level.
  std::int64_t block(std::size_t level) const;
  void run(AnyPass& pass, std::int64_t elements, std::int64_t blocks,
           const std::vector<Input>& inputs, const std::vector<Output>& outputs);

  std::int64_t count_;
  AnyPass up_;
  AnyPass down_;
  /// For each level the sums of the blocks of the level below; the last level has one block.
  std::vector<UInt4Array> totals_;
  std::vector<UInt4Array> blockEnds_;  ///< prefix sums of totals_, except of the last level
};

/// Returns the number of words that group_scan.glsl needs for a list of `words` words, including
/// the gaps against bank conflicts.
std::int64_t paddedWords(std::int64_t words);

/// Returns the extensions that group_scan.glsl and its users need for subgroups.
std::vector<std::string> subgroupExtensions();

/// Returns `info`, with SUBGROUPS and the extensions for subgroups if the driver has subgroups of
/// 32 invocations. Throws RunError below OpenGL 4.3.
BufferPassInfo withSubgroups(const Device& device, BufferPassInfo info);

struct PartScanInfo {
  std::int64_t length = 0;    ///< number of counts
  std::int64_t parts = 1;     ///< 1..65535
  int threadsPerGroup = 256;  ///< a multiple of 32; each group sums a part
  bool subgroups = false;     ///< whether the driver has subgroups of 32 invocations

  /// Returns the info for `counts` counts, of buckets or cells. A part has as many counts as a
  /// group sums in one round, unless there would be more than 1,024 parts. One group can add up the
  /// sums of 1,024 parts. Throws RunError naming `what` below OpenGL 4.3.
  static PartScanInfo ofCounts(const Device& device, const char* what, std::int64_t counts);
};

class PartScan {
 public:
  /// Number of counts that an invocation sums per round of its group.
  static constexpr int kItems = 8;

  /// Compiles. Throws the errors of BufferPass.
  PartScan(const Device& device, const PartScanInfo& info);

  /// Replaces the counts of each part by their exclusive prefix sum. Writes the sum of each part to
  /// `partSums`.
  void run(UIntBuffer& counts, UIntBuffer& partSums);

  std::int64_t parts() const { return parts_; }
  /// Returns the number of counts per part; the last parts may have fewer counts, or none.
  std::int64_t partLength() const { return partLength_; }

 private:
  std::int64_t parts_;
  std::int64_t partLength_;
  BufferPass partScan_;
};

}  // namespace gpubuck::texel
