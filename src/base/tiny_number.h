// Numbers that double precision cannot tell from 0.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

namespace gpubuck {

/// The error for a number that isTooSmall().
inline constexpr const char* kTooSmall =
    "nearer to 0 than 4.9e-324, the smallest number of double precision";

/// Returns whether a decimal number other than 0 becomes 0 in double precision, as 1e-400 does.
inline bool isTooSmall(std::string_view text) {
  const std::string_view digits = text.substr(0, text.find_first_of("eE"));
  if (digits.find_first_of("123456789") == std::string_view::npos) return false;
  std::string plain;
  for (const char c : text) {
    if (c != '_' && c != '+') plain += c;  // as TOML has them
  }
  char* end = nullptr;
  return std::strtod(plain.c_str(), &end) == 0.0 && *end == '\0';
}

}  // namespace gpubuck
