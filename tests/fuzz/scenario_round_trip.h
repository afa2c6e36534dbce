// The checks of every accepted scenario.
#pragma once

#include <filesystem>
#include <string>

#include "fuzz/target.h"
#include "scenario/scenario.h"

namespace gpubuck::fuzz {

/// A scenario written in full must be read back as an equal scenario, since checkpoints hold
/// scenarios in this form.
inline void requireRoundTrip(const scenario::Scenario& taken) {
  scenario::requireValid(taken);
  const std::string text = scenario::toToml(taken);
  const scenario::Scenario again = scenario::parseScenario(text, "again.toml", "/");
  require(scenario::differences(taken, again).empty(), "a scenario is read back as it was");
  require(scenario::toToml(again) == text, "a scenario is written as before");
  require(!scenario::toJson(taken).empty(), "a scenario is written as JSON");
}

}  // namespace gpubuck::fuzz
