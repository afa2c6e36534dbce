// Numbers as files and options write them, and as people read them.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace gpubuck {

/// Takes the whole of `text` as a number, whatever the locale; no blanks, no plus sign. The result
/// is std::errc{}, invalid_argument where the text is no number, or result_out_of_range where T
/// cannot hold it. `base` is that of integers.
template <typename T>
std::errc parseNumber(std::string_view text, T& value, int base = 10) {
  const char* const end = text.data() + text.size();
  std::from_chars_result result{};
  if constexpr (std::is_integral_v<T>) {
    result = std::from_chars(text.data(), end, value, base);
  } else {
    result = std::from_chars(text.data(), end, value);
  }
  return result.ptr == end ? result.ec : std::errc::invalid_argument;
}

/// The finite number that `text` is; nothing where it is none that T can hold.
template <typename T>
std::optional<T> numberIn(std::string_view text, int base = 10) {
  T value{};
  if (parseNumber(text, value, base) != std::errc{}) return {};
  if constexpr (!std::is_integral_v<T>) {
    if (!std::isfinite(value)) return {};
  }
  return value;
}

/// A whole number with a comma before every three digits: 1,234,567.
inline std::string groupDigits(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (auto i = std::ssize(digits) - 3; i > (number < 0 ? 1 : 0); i -= 3)
    digits.insert(static_cast<std::size_t>(i), ",");
  return digits;
}

}  // namespace gpubuck
