// The scenarios that come with gpubuck: the files of assets/scenarios, compiled in. Also links: a
// link is a scenario as a short string to paste, gpubuck:NAME?KEY=VALUE&KEY=VALUE, with the name of
// a built-in scenario and the changed values. The address of the page has the same changes as
// parameters, and the name of the scenario as a further parameter, scenario=NAME (docs/web.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenario/scenario.h"

namespace gpubuck::scenario {

/// Returns the names of all built-in scenarios, in alphabetical order.
std::vector<std::string> builtInNames();

/// Returns the built-in scenario of this name, with overrides in the form of --set. Throws
/// InputError, which lists the known names, for an unknown name, and the errors of parseScenario.
Scenario builtIn(const std::string& name, const std::vector<std::string>& overrides = {});

/// Returns the scenario that a user asks for: by the name of a built-in scenario, by a link
/// (readLink) or by the path that loadScenario takes, with overrides in the form of --set. Throws
/// the errors of builtIn, readLink and loadScenario. Throws InputError for the name of a built-in
/// scenario if there is also a file of this name, or a folder of this name with a FIELD.
/// gpubuck:NAME then means the built-in scenario, and ./NAME the file or folder.
Scenario findScenario(const std::string& nameLinkOrPath,
                      const std::vector<std::string>& overrides = {});

/// The contents of a link.
struct Link {
  std::string scenario;                ///< one of builtInNames()
  std::vector<std::string> overrides;  ///< in the form of --set
};

/// Returns whether a text is meant as a link: it begins with "gpubuck:" or "?", or has the
/// parameter scenario.
bool isLink(std::string_view text);

/// Reads a link, which may have white space around it. Ignores parameters of an address that have
/// no dot and are neither a key nor a table of a scenario. Throws InputError for a wrong link, and
/// for a link that names a file to be read (initial.file).
Link readLink(std::string_view text);

/// Returns the link of a scenario. Throws InputError with the reason if the link would not make an
/// equal scenario, for example if the scenario is a user's file with its own species or regions.
std::string linkOf(const Scenario& scenario);

/// Returns the link as the parameters of a page's address, without the question mark.
std::string addressOf(const Scenario& scenario);

}  // namespace gpubuck::scenario
