#include "scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>

#include "base/error.h"
#include "scenario/pair_coefficients.h"
#include "scenario/schema.h"
#include "scenario/toml_document.h"

namespace gpubuck::scenario {
namespace {

/// The value at a path, of the type that the key holds now.
Value read(const TomlDocument& document, const std::string& path, const Key& key,
           const Value& now) {
  return std::visit(
      [&]<typename T>(const T& held) -> Value {
        if constexpr (kIsList<T>) {
          const auto length = key.isList ? std::nullopt : std::optional(held.size());
          return document.list<typename T::value_type>(path, length);
        } else {
          return document.get<T>(path);
        }
      },
      now);
}

void readKey(const TomlDocument& document, const Key& key, std::size_t entry, const Fail& fail,
             Scenario& scenario) {
  const std::string path = key.pathOf(scenario, entry);
  if (!document.has(path)) {
    if (key.isRequired) document.fail(path, "missing");
    return;
  }
  const Value value = read(document, path, key, key.get(scenario, entry));
  requireAllowed(key, scenario, value, path, fail);
  key.set(scenario, entry, value);
  if (!key.only.empty() && !key.isWritten(scenario, entry)) {
    document.fail(path, fmt::format("has an effect only {}", key.only));
  }
}

/// Makes room for the species; without any there is one.
void makeSpecies(const TomlDocument& document, Scenario& scenario) {
  std::vector<dpd::Species>& species = scenario.fluid.species;
  species.resize(document.tables("species"));
  if (species.empty()) species.push_back({"particle", 1.0, 1.0, ""});
  scenario.initial.order.resize(species.size());
  std::iota(scenario.initial.order.begin(), scenario.initial.order.end(), 0);
}

}  // namespace

Scenario parseScenario(const std::string& text, const std::string& source,
                       const std::filesystem::path& folder,
                       const std::vector<std::string>& overrides) {
  const TomlDocument document(text, source, overrides);
  std::vector<std::string> known;
  for (const Key& key : schema()) known.push_back(key.path);
  document.refuseUnknownKeys(known);
  const Fail fail = [&](const std::string& path, const std::string& why) {
    document.fail(path, why);
  };

  Scenario scenario;
  scenario.name = std::filesystem::path(source).stem().string();
  makeSpecies(document, scenario);
  const bool hasSpecies = document.tables("species") > 0;
  for (const Key& key : schema()) {
    if (key.table() == "pair.*" || (key.table() == "species.*" && !hasSpecies)) continue;
    for (const std::size_t entry : entriesOf(key, scenario)) {
      readKey(document, key, entry, fail, scenario);
    }
  }
  if (scenario.initial.kind == InitialKind::File && !scenario.initial.file.empty()) {
    scenario.initial.file =
        std::filesystem::absolute(folder / scenario.initial.file).lexically_normal().string();
  }
  requireConsistent(scenario, fail);
  readPairs(document, scenario);
  return scenario;
}

Scenario loadScenario(const std::filesystem::path& path,
                      const std::vector<std::string>& overrides) {
  if (std::filesystem::is_directory(path)) throw InputError(path.string(), "is a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw InputError(path.string(), fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return parseScenario(text, path.string(), path.parent_path(), overrides);
}

std::int64_t particleCount(const dpd::Fluid& fluid) {
  return std::llround(fluid.density * fluid.box.volume());
}

std::vector<std::int64_t> speciesCounts(const dpd::Fluid& fluid) {
  const std::int64_t total = particleCount(fluid);
  double sum = 0.0;
  for (const dpd::Species& species : fluid.species) sum += species.fraction;
  std::vector<std::int64_t> counts;
  std::vector<double> remainders;
  for (const dpd::Species& species : fluid.species) {
    const double share = species.fraction / sum * static_cast<double>(total);
    counts.push_back(static_cast<std::int64_t>(share));
    remainders.push_back(share - std::floor(share));
  }
  std::int64_t left = total - std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  for (; left > 0; --left) {
    const auto largest = std::max_element(remainders.begin(), remainders.end());
    counts[static_cast<std::size_t>(largest - remainders.begin())] += 1;
    *largest = -1.0;
  }
  return counts;
}

}  // namespace gpubuck::scenario
