// The scenarios that come with gpubuck: the files of assets/scenarios, compiled in.
#pragma once

#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace gpubuck::scenario {

/// Returns the names of all of them, in alphabetical order.
std::vector<std::string> builtInNames();

/// Returns the built-in scenario of this name, with overrides in the form of --set. Throws
/// InputError, which lists the names, for a name that there is not, and what parseScenario throws.
Scenario builtIn(const std::string& name, const std::vector<std::string>& overrides = {});

/// Returns the scenario that a user asks for: by the name of a built-in one, by a link
/// (scenario/link.h) or by the path that loadScenario takes, with overrides in the form of --set.
/// Throws what builtIn, readLink and loadScenario throw, and InputError for a name that is both a
/// built-in scenario and a file, or a folder with a FIELD: gpubuck:NAME is the former, ./NAME the
/// latter.
Scenario findScenario(const std::string& nameLinkOrPath,
                      const std::vector<std::string>& overrides = {});

}  // namespace gpubuck::scenario
