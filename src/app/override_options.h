// The options that replace values of a scenario: --set and --seed.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpubuck::app {

struct OverrideOptions {
  std::vector<std::string> values;  ///< of --set, PATH=VALUE
  std::optional<std::uint32_t> seed;
};

/// Adds --set and --seed.
void addOverrideOptions(CLI::App& command, OverrideOptions& options);

/// Both in the form of scenario::loadScenario; the seed comes last and so wins.
std::vector<std::string> overridesFrom(const OverrideOptions& options);

}  // namespace gpubuck::app
