#include "scenario/built_in.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <system_error>

#include "base/embedded.h"
#include "base/error.h"
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
  if (isBuiltIn(nameLinkOrPath)) return builtIn(nameLinkOrPath, overrides);
  std::error_code ignored;
  const bool isName = nameLinkOrPath.find_first_of("./") == std::string::npos;
  if (isName && !std::filesystem::exists(nameLinkOrPath, ignored)) {
    throw InputError(nameLinkOrPath, "no such file or built-in scenario; " + namesText());
  }
  return loadScenario(nameLinkOrPath, overrides);
}

}  // namespace gpubuck::scenario
