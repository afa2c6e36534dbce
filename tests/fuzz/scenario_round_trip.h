// The checks of every accepted scenario.
#pragma once

#include <filesystem>
#include <string>

#include "fuzz/target.h"
#include "scenario/scenario.h"

namespace gpubuck::fuzz {

/// Written out in full it is read back as an equal one: checkpoints hold scenarios so.
inline void requireRoundTrip(const scenario::Scenario& taken) {
  scenario::requireValid(taken);
  const std::string text = scenario::toToml(taken);
  const scenario::Scenario again = scenario::parseScenario(text, "again.toml", "/");
  require(scenario::differences(taken, again).empty(), "a scenario is read back as it was");
  require(scenario::toToml(again) == text, "a scenario is written as before");
  require(!scenario::toJson(taken).empty(), "a scenario is written as JSON");
}

}  // namespace gpubuck::fuzz
