// Points, and the box that contains them.
#pragma once

#include <array>

// The shared library exports the names below.
#pragma GCC visibility push(default)
namespace gpubuck {

/// x, y, z. In two dimensions z is 0.
using Point = std::array<double, 3>;

/// A box with one corner at the origin, and sides along the axes.
struct Box {
  Point size{1.0, 1.0, 1.0};  ///< > 0; in two dimensions z is ignored
  /// True for a periodic side. A point that leaves the box through a periodic side enters at the
  /// opposite side, and distances are measured to the nearest image.
  std::array<bool, 3> periodic{false, false, false};
  int dimensions = 3;  ///< 2 or 3
};

}  // namespace gpubuck
#pragma GCC visibility pop
