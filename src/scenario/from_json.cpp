// Reads scenarios from the records of runs (declared in scenario.h).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "scenario/scenario.h"

namespace gpubuck::scenario {
namespace {

/// Returns the value in TOML, on one line. Texts and numbers are written as in JSON.
std::string inToml(const nlohmann::json& value, const std::string& source, int depth = 0) {
  constexpr int kDeepest = 8;  // no key is nested deeper
  if (depth > kDeepest) throw InputError(source, "is nested deeper than a scenario");
  if (!value.is_structured()) return value.dump();
  std::vector<std::string> parts;
  for (const auto& [key, part] : value.items()) {
    const std::string toml = inToml(part, source, depth + 1);
    parts.push_back(value.is_object() ? fmt::format("{} = {}", nlohmann::json(key).dump(), toml)
                                      : toml);
  }
  if (value.is_object()) return fmt::format("{{{}}}", fmt::join(parts, ", "));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

}  // namespace

Scenario fromJson(const std::string& json, const std::string& source) {
  const nlohmann::json scenario = nlohmann::json::parse(json, nullptr, false);
  if (!scenario.is_object()) throw InputError(source, "is not a scenario");
  std::string toml;
  for (const auto& [key, value] : scenario.items()) {
    toml += fmt::format("{} = {}\n", nlohmann::json(key).dump(), inToml(value, source));
  }
  return parseScenario(toml, source, {});
}

}  // namespace gpubuck::scenario
