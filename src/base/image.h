// A picture in main memory.
#pragma once

#include <cstdint>
#include <vector>

namespace gpubuck {

/// 8-bit RGB, three bytes per pixel, rows from the top down without padding.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  ///< 3 * width * height bytes
};

}  // namespace gpubuck
