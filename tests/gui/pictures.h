// Pictures as values that tests compare.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec2.hpp>
#include <ostream>

#include "base/image.h"

namespace gpubuck {

inline bool operator==(const Image& one, const Image& other) {
  return one.width == other.width && one.height == other.height && one.rgb == other.rgb;
}

/// Prints a summary instead of all pixels in the messages of failed tests.
inline void PrintTo(const Image& image, std::ostream* stream) {
  *stream << "picture of " << image.width << " x " << image.height;
}

namespace test {

/// Returns the part of a picture that has this size and begins at `from`, its top left corner.
inline Image crop(const Image& image, const glm::ivec2& from, const glm::ivec2& size) {
  Image part{size.x, size.y, {}};
  for (int y = from.y; y < from.y + size.y; ++y) {
    const auto row = image.rgb.begin() + 3 * (std::ptrdiff_t{y} * image.width + from.x);
    part.rgb.insert(part.rgb.end(), row, row + 3 * std::ptrdiff_t{size.x});
  }
  return part;
}

inline std::array<std::uint8_t, 3> pixel(const Image& image, const glm::ivec2& place) {
  const auto* first =
      &image.rgb.at(3 * (static_cast<std::size_t>(place.y) * image.width + place.x));
  return {first[0], first[1], first[2]};
}

}  // namespace test
}  // namespace gpubuck
