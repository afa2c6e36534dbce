// Text for messages: nouns after a count, ranges, numbers that are too small, and suggestions for
// misspelt names.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace gpubuck {

/// Returns the noun in the form that follows this count: "particle" after 1, else "particles".
inline std::string plural(std::int64_t count, const std::string& noun) {
  return count == 1 ? noun : noun + "s";
}

/// Returns the count and the noun: "1 pair", "12 pairs".
inline std::string counted(std::int64_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + plural(count, noun);
}

/// Returns a text such as "within 1..16", or "of 1 or more" if `most` is so large that it is no
/// limit in practice.
template <typename T>
std::string rangeText(T least, T most) {
  constexpr T kNoLimit = static_cast<T>(1'000'000'000'000);
  return most < kNoLimit ? fmt::format("within {}..{}", least, most)
                         : fmt::format("of {} or more", least);
}

/// The reason in the error for a number that isTooSmall().
inline constexpr const char* kTooSmall =
    "nearer to 0 than 4.9e-324, the smallest number of double precision";

/// Returns whether a decimal number other than 0 becomes 0 in double precision, as 1e-400 does.
inline bool isTooSmall(std::string_view text) {
  const std::string_view digits = text.substr(0, text.find_first_of("eE"));
  if (digits.find_first_of("123456789") == std::string_view::npos) return false;
  std::string plain;
  for (const char c : text) {
    if (c != '_' && c != '+') plain += c;  // TOML allows _ and + in numbers
  }
  char* end = nullptr;
  return std::strtod(plain.c_str(), &end) == 0.0 && *end == '\0';
}

/// Returns the name that differs from `word` by the fewest typing errors. A typing error is a
/// letter that is missing, additional, wrong, in the other case, or swapped with the next letter.
/// Of several such names, returns the first. Returns an empty name if there is more than one error
/// per three letters of the name.
std::string nearestName(std::string_view word, const std::vector<std::string>& names);

/// Returns the suggestion that an error adds: " (did you mean NAME?)", or an empty text for an
/// empty name.
std::string didYouMean(const std::string& name);

}  // namespace gpubuck
