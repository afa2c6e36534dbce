#include "scenario/differences.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>
#include <utility>

namespace gpubuck::scenario {
namespace {

using Values = std::map<std::string, std::string>;

void collect(const toml::node& node, const std::string& key, Values& values) {
  const std::string prefix = key.empty() ? "" : key + ".";
  const toml::array* const array = node.as_array();
  if (const toml::table* const table = node.as_table()) {
    for (const auto& [name, value] : *table) {
      collect(value, prefix + std::string(name.str()), values);
    }
  } else if (array != nullptr && array->is_array_of_tables()) {
    for (std::size_t i = 0; i < array->size(); ++i) {
      collect(*array->get(i), prefix + std::to_string(i), values);
    }
  } else {
    std::ostringstream text;
    node.visit([&](const auto& value) { text << value; });
    values[key] = text.str();
  }
}

Values valuesOf(const Scenario& scenario) {
  Values values;
  collect(toml::parse(toToml(scenario)), "", values);
  return values;
}

}  // namespace

std::vector<Difference> differences(const Scenario& first, const Scenario& second) {
  const Values one = valuesOf(first), other = valuesOf(second);
  std::set<std::string> keys;
  for (const Values& values : {one, other}) {
    for (const auto& [key, value] : values) keys.insert(key);
  }
  const auto valueIn = [](const Values& values, const std::string& key) {
    const auto found = values.find(key);
    return found == values.end() ? std::string("nothing") : found->second;
  };
  std::vector<Difference> found;
  for (const std::string& key : keys) {
    Difference difference{key, valueIn(one, key), valueIn(other, key)};
    if (difference.first != difference.second) found.push_back(std::move(difference));
  }
  return found;
}

bool mayChangeWhileRunning(const std::string& key) {
  constexpr std::array kFixed{"box.", "fluid.density", "noise.", "initial.", ".mass", ".fraction"};
  return std::none_of(kFixed.begin(), kFixed.end(),
                      [&](const char* part) { return key.find(part) != std::string::npos; });
}

}  // namespace gpubuck::scenario
