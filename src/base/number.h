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

/// a / b, rounded up: of a >= 0 and b > 0.
constexpr std::int64_t divideUp(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The finite number that the whole of `text` is, whatever the locale; no blanks, no plus sign.
/// Nothing where it is none that T can hold. `base` is that of integers.
template <typename T>
std::optional<T> numberIn(std::string_view text, int base = 10) {
  T value{};
  std::from_chars_result result{};
  if constexpr (std::is_integral_v<T>) {
    result = std::from_chars(text.data(), text.data() + text.size(), value, base);
  } else {
    result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (!std::isfinite(value)) return {};
  }
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) return {};
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
