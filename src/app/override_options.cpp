#include "app/override_options.h"

#include <fmt/format.h>

#include <limits>

#include "app/option_checks.h"

namespace gpubuck::app {

void addOverrideOptions(CLI::App& command, OverrideOptions& options) {
  command.add_option("--set", options.values, "Replace a value: --set fluid.kT=1.5")
      ->allow_extra_args(false);
  command.add_option("--seed", options.seed, "Seed of the initial state and of the noise")
      ->check(wholeNumber(0, std::numeric_limits<std::uint32_t>::max()));
}

std::vector<std::string> overridesFrom(const OverrideOptions& options) {
  std::vector<std::string> overrides = options.values;
  if (options.seed) overrides.push_back(fmt::format("noise.seed={}", *options.seed));
  return overrides;
}

}  // namespace gpubuck::app
