// A picture in main memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpubuck {

/// 8-bit RGB, three bytes per pixel, rows from the top down without padding.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  ///< 3 * width * height bytes

  /// Returns whether the image has pixels, and exactly the bytes that its size requires.
  bool holdsItsPixels() const {
    return width > 0 && height > 0 &&
           rgb.size() ==
               std::size_t{3} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
};

}  // namespace gpubuck
