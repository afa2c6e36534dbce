// Sums over an array on the GPU that lose no digits, whatever the number of elements.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "texel/map_pass.h"

namespace gpubuck::texel {

/// Adds up the elements of an array, each of the four channels on its own.
///
/// Every float becomes a 128-bit fixed-point number in units of 2^-64 (four uints of one texel),
/// and those are added as integers, 64 of them per invocation. Integer addition is exact and does
/// not depend on order, so the sum is the same for every engine, memory order and texture width. A
/// value of magnitude 2^-41 and above is taken exactly; below that, what lies under 2^-64 is cut
/// off. A channel with a value that is not finite or reaches 2^39 sums to NaN; 2^24 values below
/// that cannot overflow.
class Sum {
 public:
  /// For arrays of up to `capacity` elements.
  Sum(const Device& device, std::int64_t capacity);

  /// The sums of elements 0 .. count-1 of `values`; 0 for count = 0.
  std::array<double, 4> operator()(const Vec4Array& values, std::int64_t count);

  /// The sums over those elements i whose `groups` has w = group.
  std::array<double, 4> operator()(const Vec4Array& values, std::int64_t count,
                                   const Vec4Array& groups, int group);

 private:
  using WideArrays = std::vector<UInt4Array>;  ///< one per channel

  std::array<double, 4> finish(std::int64_t partials);

  MapPass sumFloats_;
  MapPass sumGroup_;
  MapPass sumWide_;
  WideArrays partials_;
  WideArrays spare_;
};

/// The value of a 128-bit fixed-point texel, NaN for the mark of a value out of range.
double fromWide(const glm::uvec4& wide);

}  // namespace gpubuck::texel
