// The values between which colours are spread.
#pragma once

#include <cstdint>
#include <vector>

#include "render/particle_colours.h"

namespace gpubuck::demo {

class FluidSession;
struct Look;

/// The values at the first and at the last colour of the ramp.
struct ColourRange {
  float low = 0.0F, high = 1.0F;
  bool operator==(const ColourRange&) const = default;
};

/// Returns the range from the 2nd to the 98th percentile of values >= 0. The range is rounded
/// outwards, so that colours do not change with each step: its end to a power of the fourth root of
/// 2, and its beginning to a multiple of 1/16 of the end. Values that are not finite do not count;
/// without finite values the range is 0..1.
ColourRange percentileRange(std::vector<float> values);

/// The range of the speeds, the densities or the places in lists of a fluid. It depends only on the
/// states that are drawn, not on real time.
class AutomaticRange {
 public:
  /// Call it before each picture. Downloads the values if the fluid or the colouring has changed,
  /// and every kEvery steps.
  void update(FluidSession& session, const Look& look);
  const ColourRange& range() const { return range_; }

 private:
  int generation_ = -1;
  std::int64_t block_ = -1;  ///< number of the step / kEvery at the last update
  render::Colouring colouring_ = render::Colouring::Species;
  ColourRange range_;
};

}  // namespace gpubuck::demo
