// What differs between two scenarios, key by key.
#pragma once

#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace gpubuck::scenario {

struct Difference {
  std::string key;            ///< as --set names it: "fluid.kT"
  std::string first, second;  ///< the values as TOML; "nothing" where a scenario has no such key
};

/// In the order of keys.
std::vector<Difference> differences(const Scenario& first, const Scenario& second);

/// Whether a key may get another value while a scenario runs.
bool mayChangeWhileRunning(const std::string& key);

}  // namespace gpubuck::scenario
