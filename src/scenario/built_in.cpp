#include "scenario/built_in.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>

#include "base/embedded.h"
#include "base/error.h"
#include "file/presence.h"
#include "scenario/dl_meso/dl_meso.h"
#include "scenario/schema.h"

namespace gpubuck::scenario {
namespace {

constexpr const char* kExtension = ".toml";

bool isBuiltIn(const std::string& name) {
  return embedded::files("scenarios").contains(name + kExtension);
}

std::string namesText() {
  return fmt::format("built-in scenarios: {}", fmt::join(builtInNames(), ", "));
}

/// Throws InputError if a file, or a folder with a FIELD, has the name of a built-in scenario,
/// since neither the file nor the scenario may hide the other.
void requireNoScenarioHere(const std::string& name) {
  const bool isFile = file::isFile(name);
  if (!isFile && !dl_meso::isInput(name)) return;
  throw InputError(name, fmt::format("is a built-in scenario, and also a {0} here: write {1} for "
                                     "the scenario, or ./{2} for the {0}",
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

namespace {

constexpr std::string_view kScheme = "gpubuck:", kName = "scenario=";
constexpr std::string_view kExample = "gpubuck:dam-break?fluid.kT=0.1&seed=7";
constexpr const char* kFile = "initial.file";
constexpr std::string_view kSeed = "seed", kSeedKey = "noise.seed";

bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Returns a text in which bytes that have a meaning in links or addresses are written as % and two
/// digits.
std::string encoded(const std::string& text) {
  constexpr std::string_view kPlain = "-._~[],:=/";
  std::string result;
  for (const char c : text) {
    const bool isPlain = isLetter(c) || isDigit(c) || kPlain.find(c) != std::string_view::npos;
    result += isPlain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t k = 0; k < text.size(); ++k) {
    unsigned byte = 0;
    if (text[k] == '%' && k + 2 < text.size() &&
        std::from_chars(&text[k + 1], &text[k] + 3, byte, 16).ptr == &text[k] + 3) {
      result += static_cast<char>(byte);
      k += 2;
    } else {
      result += text[k];
    }
  }
  return result;
}

/// Returns a value of --set in as few characters as possible: "[1, 2]" becomes [1,2], and a word
/// loses its quotes.
std::string compact(const std::string& value) {
  const auto isWordPart = [](char c) { return isLetter(c) || isDigit(c) || c == '-' || c == '_'; };
  std::string inside = value.size() > 2 ? value.substr(1, value.size() - 2) : "";
  const bool isWord = value.front() == '"' && !inside.empty() && isLetter(inside.front()) &&
                      std::ranges::all_of(inside, isWordPart);
  if (isWord && inside != "true" && inside != "false" && inside != "inf" && inside != "nan") {
    return inside;
  }
  std::string result;
  bool isQuoted = false;
  for (const char c : value) {
    if (c == '"') isQuoted = !isQuoted;
    if (c != ' ' || isQuoted) result += c;
  }
  return result;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kWhite = " \t\r\n";
  const std::size_t begin = std::min(text.find_first_not_of(kWhite), text.size());
  return text.substr(begin, text.find_last_not_of(kWhite) + 1 - begin);
}

/// Returns KEY=VALUE&KEY=VALUE with the values that differ from the built-in scenario of the same
/// name.
std::string changesOf(const Scenario& scenario) {
  const auto names = builtInNames();
  if (std::ranges::find(names, scenario.name) == names.end()) {
    throw InputError(scenario.name, "has no link: it is not a built-in scenario; send its file");
  }
  std::vector<std::string> overrides, parts;
  for (const auto& each : differences(builtIn(scenario.name), scenario)) {
    const std::string value = compact(each.second);
    overrides.push_back(each.key + "=" + value);
    parts.push_back(fmt::format("{}={}", each.key == kSeedKey ? kSeed : each.key, encoded(value)));
  }
  std::string missing = scenario.initial.file.empty() ? "" : kFile;
  try {
    const auto lost = differences(builtIn(scenario.name, overrides), scenario);
    if (!lost.empty()) missing = lost.front().key;
  } catch (const InputError& error) {
    missing = error.what();
  }
  if (!missing.empty()) {
    throw InputError(
        scenario.name,
        fmt::format("has no link: a link cannot hold {}; save the scenario, and send the file",
                    missing));
  }
  return fmt::format("{}", fmt::join(parts, "&"));
}

/// Returns whether a parameter of an address is meant for gpubuck. Such a parameter is `seed`, has
/// the name of a key or a table, or has any name with a dot, since an unknown name with a dot is a
/// misspelt key. Other names, such as utm_source, come from other sites.
bool isOurs(std::string_view name) {
  return name.find('.') != std::string_view::npos || name == kSeed ||
         std::ranges::any_of(schema(), [&](const Key& key) {
           return key.path.substr(0, key.path.find('.')) == name;
         });
}

}  // namespace

bool isLink(std::string_view text) {
  text = trimmed(text);
  return text.starts_with(kScheme) || text.starts_with('?') ||
         text.find("?" + std::string(kName)) != std::string_view::npos ||
         text.find("&" + std::string(kName)) != std::string_view::npos;
}

Link readLink(std::string_view text) {
  text = trimmed(text);
  Link link;
  const std::size_t mark = std::min(text.find('?'), text.size());
  if (text.starts_with(kScheme)) {
    link.scenario = text.substr(kScheme.size(), mark - kScheme.size());
  }
  std::string_view rest = text.substr(std::min(mark + 1, text.size()));
  const bool isAddress = !text.starts_with(kScheme);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string part = decoded(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t equals = part.find('=');
    if (part.starts_with(kName)) {
      link.scenario = part.substr(kName.size());
    } else if (equals != std::string::npos) {
      const std::string key = part.substr(0, equals);
      if (isAddress && !isOurs(key)) continue;
      link.overrides.push_back((key == kSeed ? std::string(kSeedKey) : key) + part.substr(equals));
    } else if (!isAddress) {  // in an address, a parameter without a value is for the page
      throw InputError(std::string(text),
                       fmt::format("{} has no value; links are such as {}", part, kExample));
    }
  }
  if (link.scenario.empty()) {
    throw InputError(fmt::format("'{}'", text),
                     fmt::format("names no scenario; links are such as {}", kExample));
  }
  // A link may come from anybody. Only this key names a file, however the link writes the key.
  if (!builtIn(link.scenario, link.overrides).initial.file.empty()) {
    throw InputError(kFile,
                     "cannot be set by a link, which must not read files; open a scenario file "
                     "that names it");
  }
  return link;
}

std::string linkOf(const Scenario& scenario) {
  const std::string changes = changesOf(scenario);
  return std::string(kScheme) + scenario.name + (changes.empty() ? "" : "?") + changes;
}

std::string addressOf(const Scenario& scenario) {
  const std::string changes = changesOf(scenario);
  return std::string(kName) + scenario.name + (changes.empty() ? "" : "&") + changes;
}

}  // namespace gpubuck::scenario
