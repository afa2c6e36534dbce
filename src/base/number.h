// Reads numbers from files and options, and writes numbers and times for people.
#pragma once

#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace gpubuck {

/// Returns a / b rounded up, for a >= 0 and b > 0.
constexpr std::int64_t divideUp(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Does the same as numberIn() for floating-point types. It is used where std::from_chars reads
/// only integers, as in emscripten's standard library. The process must not have changed its
/// locale.
template <typename T>
std::optional<T> realNumberIn(const std::string& text) {
  // strtod() also accepts blanks and a plus sign before the number, hexadecimal numbers, and words
  // such as "inf".
  const auto isPart = [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == 'e' || c == 'E' ||
           c == '+' || c == '-';
  };
  if (text.empty() || text.front() == '+') return {};
  for (const char c : text) {
    if (!isPart(c)) return {};
  }
  char* end = nullptr;
  errno = 0;
  T value{};
  if constexpr (std::is_same_v<T, float>) {
    value = std::strtof(text.c_str(), &end);
  } else {
    value = std::strtod(text.c_str(), &end);
  }
  if (end != text.c_str() + text.size() || !std::isfinite(value)) return {};
  if (errno == ERANGE && value == T{0}) return {};
  return value;
}

/// Returns the finite number that is the whole of `text`, in any locale, or none if `text` is not a
/// number that T can hold. Blanks and a plus sign are not allowed. `base` applies to integers.
template <typename T>
std::optional<T> numberIn(std::string_view text, int base = 10) {
  T value{};
  std::from_chars_result result{};
  if constexpr (std::is_integral_v<T>) {
    result = std::from_chars(text.data(), text.data() + text.size(), value, base);
  } else {
#ifdef __cpp_lib_to_chars
    result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (!std::isfinite(value)) return {};
#else
    return realNumberIn<T>(std::string(text));
#endif
  }
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) return {};
  return value;
}

/// Returns the text of a time to wait, rounded up: "12 s", "3 minutes".
inline std::string secondsText(double seconds) {
  const bool isShort = seconds < 90.0;
  const auto count = static_cast<std::int64_t>(std::ceil(isShort ? seconds : seconds / 60.0));
  return std::to_string(count) + (isShort ? " s" : " minutes");
}

/// Returns a whole number with a comma before every three digits: 1,234,567.
inline std::string groupDigits(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (auto i = std::ssize(digits) - 3; i > (number < 0 ? 1 : 0); i -= 3)
    digits.insert(static_cast<std::size_t>(i), 1, ',');
  return digits;
}

}  // namespace gpubuck
