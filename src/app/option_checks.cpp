#include "app/option_checks.h"

#include <fmt/format.h>

#include <charconv>
#include <string>

namespace gpubuck::app {
namespace {

/// Whether all of `text` is one number, which is then stored in `value`.
template <typename Number>
bool parse(const std::string& text, Number& value) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && rest == end;
}

}  // namespace

CLI::Validator wholeNumber(std::int64_t least, std::int64_t most) {
  const auto complaint = [=](std::string& text) {
    std::int64_t value = 0;
    if (parse(text, value) && value >= least && value <= most) return std::string();
    return fmt::format("{} is not a whole number within {}..{}", text, least, most);
  };
  return {complaint, ""};
}

CLI::Validator fraction() {
  const auto complaint = [](std::string& text) {
    double value = 0.0;
    if (parse(text, value) && value >= 0.0 && value <= 1.0) return std::string();
    return fmt::format("{} is not a number within 0..1", text);
  };
  return {complaint, ""};
}

}  // namespace gpubuck::app
