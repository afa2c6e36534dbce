#include "app/option_checks.h"

#include <fmt/format.h>

#include <string>

#include "base/number.h"

namespace gpubuck::app {

CLI::Validator wholeNumber(std::int64_t least, std::int64_t most) {
  const auto complaint = [=](std::string& text) {
    const auto value = numberIn<std::int64_t>(text);
    if (value && *value >= least && *value <= most) return std::string();
    return fmt::format("{} is not a whole number within {}..{}", text, least, most);
  };
  return {complaint, ""};
}

CLI::Validator fraction() {
  const auto complaint = [](std::string& text) {
    const auto value = numberIn<double>(text);
    if (value && *value >= 0.0 && *value <= 1.0) return std::string();
    return fmt::format("{} is not a number within 0..1", text);
  };
  return {complaint, ""};
}

}  // namespace gpubuck::app
