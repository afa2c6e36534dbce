// A scenario as one short string to paste, gpubuck:NAME?KEY=VALUE&KEY=VALUE: one that comes with
// gpubuck, and what differs from it. What is behind the ? is the address of the page, where
// scenario=NAME names the scenario (docs/web.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenario/scenario.h"

namespace gpubuck::demo {

/// What a link says.
struct ScenarioLink {
  std::string scenario;                ///< one of scenarioNames()
  std::vector<std::string> overrides;  ///< in the form of --set
};

/// Whether a text is meant as a link: it begins with "gpubuck:" or "?", or has the parameter
/// scenario.
bool isLink(std::string_view text);

/// Reads one, with white space around it. Parameters of an address that have no dot and are
/// neither key nor table of a scenario are ignored. Throws InputError, also for a link that names
/// a file to be read (initial.file).
ScenarioLink readLink(std::string_view text);

/// The link of a scenario. Throws InputError where it would not give an equal one, and says why: a
/// file of the user's has species or regions of its own.
std::string linkOf(const scenario::Scenario& scenario);

/// The same as the address of a page has it behind the ?.
std::string addressOf(const scenario::Scenario& scenario);

}  // namespace gpubuck::demo
