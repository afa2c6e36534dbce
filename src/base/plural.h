// Nouns after a count.
#pragma once

#include <cstdint>
#include <string>

namespace gpubuck {

/// Returns the noun as it follows this count: "particle" after 1, else "particles".
inline std::string plural(std::int64_t count, const std::string& noun) {
  return count == 1 ? noun : noun + "s";
}

/// Returns the count and the noun: "1 pair", "12 pairs".
inline std::string counted(std::int64_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + plural(count, noun);
}

}  // namespace gpubuck
