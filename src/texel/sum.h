// Exact sums of arrays, and counts of the elements without a flag.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "texel/array.h"
#include "texel/map_pass.h"

namespace gpubuck::texel {

/// Ranges of elements as texels: x is the first element, y the number of elements.
class PartsArray {
 public:
  PartsArray(const Device& device, std::int64_t parts) : array_(device, "parts", parts) {}

  /// Uploads the parts, unless they have already been uploaded. There must be no more parts than
  /// the constructor was called for.
  void upload(std::span<const Range> parts);
  const UInt4Array& array() const { return array_; }

 private:
  UInt4Array array_;
  std::vector<Range> uploaded_;
};

/// Adds up the elements of arrays, separately for each of the four channels.
///
/// Every float becomes a 128-bit fixed-point number in units of 2^-64 (four uints of one texel),
/// and these numbers are added as integers, several per invocation. Integer addition is exact and
/// does not depend on order, so the sum is the same for every engine, memory order and texture
/// width. Values of magnitude 2^-41 and above are exact; smaller values are truncated to multiples
/// of 2^-64. The sum of a channel is NaN if a value is not finite or has a magnitude of 2^39 or
/// more. Sums of 2^24 values of smaller magnitude cannot overflow.
class Sum {
 public:
  /// The elements of `values`, or only the elements for which w of `groups` equals `group`.
  struct Summand {
    const Vec4Array* values;
    const Vec4Array* groups = nullptr;
    int group = 0;
  };

  /// Prepares for sums of at most `most` arrays at once. Each array has at most `capacity`
  /// elements, and is summed as a whole or in at most `parts` parts.
  Sum(const Device& device, std::int64_t capacity, std::int64_t most = 1, std::int64_t parts = 1);

  /// Returns the sum over elements 0 .. count-1 of each summand, or 0 for count = 0. Waits for the
  /// GPU only once, for any number of summands.
  std::vector<std::array<double, 4>> operator()(const std::vector<Summand>& summands,
                                                std::int64_t count);
  /// Returns the sums over the elements of each part: element p * summands.size() + k is the sum of
  /// summand k over parts[p]. Waits for the GPU once.
  std::vector<std::array<double, 4>> operator()(const std::vector<Summand>& summands,
                                                std::span<const Range> parts);
  /// Returns the sum of one array.
  std::array<double, 4> operator()(const Vec4Array& values, std::int64_t count);

 private:
  /// Returns the totals of all summands for the first channel, then the totals for the second
  /// channel, and so on, from `perRow` partial sums of each summand.
  std::vector<glm::uvec4> totalsOf(std::int64_t summands, std::int64_t perRow);

  MapPass sumFloats_;
  MapPass sumGroup_;
  MapPass sumChannels_;
  MapPass sumWide_;
  PartsArray parts_;
  std::vector<UInt4Array> partials_;  ///< partial sums of each channel: a row for each summand
  std::vector<UInt4Array> blocks_;    ///< sums of the partial sums: a row per channel and summand
};

/// Returns the value of a 128-bit fixed-point texel, or NaN for the mark of a value out of range.
double fromWide(const glm::uvec4& wide);

/// Counts the elements that have no flag in several parts of an array at once, and keeps each count
/// in a slot.
class FlagCounter {
 public:
  /// Prepares for counts of at most `parts` parts at once, in arrays of at most `elements`
  /// elements. `slots` is the number of slots, at least `parts`.
  FlagCounter(const Device& device, std::int64_t elements, std::int64_t parts, std::int64_t slots);

  /// Writes the count of parts[k] to slot firstSlot + k. Does not wait for the GPU.
  void count(const IdArray& ids, std::span<const Range> parts, std::int64_t firstSlot = 0);

  /// Returns the first `count` slots. Waits for the GPU.
  std::vector<std::int64_t> read(std::int64_t count) const;

  /// Returns the number of elements of `ids` without a flag. Waits for the GPU.
  std::int64_t countAll(const IdArray& ids);

 private:
  std::int64_t piecesPerPart_;
  MapPass countFlags_;
  MapPass addCounts_;
  PartsArray parts_;
  UInt4Array pieces_;
  UInt4Array spare_;
  UInt4Array slots_;
};

}  // namespace gpubuck::texel
