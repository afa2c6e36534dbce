// The way back: a scenario as TOML and JSON (declared in scenario.h).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <sstream>

#include "scenario/schema.h"

namespace gpubuck::scenario {
namespace {

/// A string as TOML writes it, quoted and escaped; a number in the fewest digits that give the same
/// double back.
template <typename T>
std::string literalOf(const T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    std::ostringstream out;
    out << toml::toml_formatter(toml::value<std::string>(value), toml::format_flags::none);
    return out.str();
  } else {
    return fmt::format("{}", value);
  }
}

template <typename T>
std::string literalOf(const std::vector<T>& list) {
  std::vector<std::string> entries;
  for (const T& entry : list) entries.push_back(literalOf(entry));
  return fmt::format("[{}]", fmt::join(entries, ", "));
}

/// `NAME = VALUE` for each key of a table's entry; keys that follow from others on demand.
std::string lines(const std::vector<const Key*>& table, const Scenario& scenario, std::size_t entry,
                  bool withDerived) {
  std::string text;
  for (const Key* key : table) {
    const bool isOwn = key->set || key->isRequired;
    if (!key->get || (!isOwn && !withDerived)) continue;
    if (key->isWritten && !key->isWritten(scenario, entry)) continue;
    text += fmt::format("{} = {}\n", key->name(), literal(key->get(scenario, entry)));
  }
  return text;
}

std::string write(const Scenario& scenario, bool withDerived) {
  std::string text;
  for (std::size_t first = 0; first < schema().size();) {
    const std::string name = schema()[first].table();
    std::vector<const Key*> table;
    while (first < schema().size() && schema()[first].table() == name) {
      table.push_back(&schema()[first++]);
    }
    const std::size_t star = name.find(".*");
    const std::string head = name.empty() ? ""
                             : star == std::string::npos
                                 ? fmt::format("\n[{}]\n", name)
                                 : fmt::format("\n[[{}]]\n", name.substr(0, star));
    for (const std::size_t entry : entriesOf(*table.front(), scenario)) {
      text += head + lines(table, scenario, entry, withDerived);
    }
  }
  return text;
}

}  // namespace

std::string literal(const Value& value) {
  return std::visit([](const auto& held) { return literalOf(held); }, value);
}

std::string toToml(const Scenario& scenario) { return write(scenario, false); }

std::string toJson(const Scenario& scenario) {
  std::ostringstream out;
  out << toml::json_formatter(toml::parse(write(scenario, true)));
  return out.str();
}

}  // namespace gpubuck::scenario
