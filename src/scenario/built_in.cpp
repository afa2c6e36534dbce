#include "scenario/built_in.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "base/embedded.h"
#include "base/error.h"
#include "file/presence.h"
#include "scenario/dl_meso/dl_meso.h"
#include "scenario/link.h"

namespace gpubuck::scenario {
namespace {

constexpr const char* kExtension = ".toml";

bool isBuiltIn(const std::string& name) {
  return embedded::files("scenarios").contains(name + kExtension);
}

std::string namesText() {
  return fmt::format("built-in scenarios: {}", fmt::join(builtInNames(), ", "));
}

/// Throws InputError if a file, or a folder with a FIELD, has the name of a built-in scenario:
/// neither may hide the other.
void requireNoScenarioHere(const std::string& name) {
  const bool isFile = file::isFile(name);
  if (!isFile && !dl_meso::isInput(name)) return;
  throw InputError(name, fmt::format("is a built-in scenario, and a {0} here: {1} is the built-in "
                                     "one, ./{2} the {0}",
                                     isFile ? "file" : "folder", "gpubuck:" + name, name));
}

}  // namespace

std::vector<std::string> builtInNames() {
  std::vector<std::string> names;
  for (const auto& [file, text] : embedded::files("scenarios")) {
    names.push_back(std::filesystem::path(file).stem().string());
  }
  return names;
}

Scenario builtIn(const std::string& name, const std::vector<std::string>& overrides) {
  const auto& files = embedded::files("scenarios");
  const auto found = files.find(name + kExtension);
  if (found == files.end()) {
    throw InputError(name, "no such built-in scenario; " + namesText());
  }
  return parseScenario(std::string(found->second), name, {}, overrides);
}

Scenario findScenario(const std::string& nameLinkOrPath,
                      const std::vector<std::string>& overrides) {
  if (isLink(nameLinkOrPath)) {
    Link link = readLink(nameLinkOrPath);
    link.overrides.insert(link.overrides.end(), overrides.begin(), overrides.end());
    return builtIn(link.scenario, link.overrides);
  }
  if (isBuiltIn(nameLinkOrPath)) {
    requireNoScenarioHere(nameLinkOrPath);
    return builtIn(nameLinkOrPath, overrides);
  }
  const bool isName = nameLinkOrPath.find_first_of("./") == std::string::npos;
  if (isName && !file::isThere(nameLinkOrPath)) {
    throw InputError(nameLinkOrPath, "no such file or built-in scenario; " + namesText());
  }
  return loadScenario(nameLinkOrPath, overrides);
}

}  // namespace gpubuck::scenario
