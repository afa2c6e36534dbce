// The numbers that are allowed, in words.
#pragma once

#include <fmt/format.h>

#include <string>

namespace gpubuck {

/// "within 1..16", or "of 1 or more" where `most` is no limit that anybody meets.
template <typename T>
std::string rangeText(T least, T most) {
  constexpr T kNoLimit = static_cast<T>(1'000'000'000'000);
  return most < kNoLimit ? fmt::format("within {}..{}", least, most)
                         : fmt::format("of {} or more", least);
}

}  // namespace gpubuck
