// Reading and writing of scenarios; rules.cpp has the rules for their values.
#include "scenario/scenario.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <sstream>

#include "base/error.h"
#include "base/terminal.h"
#include "dpd/model/pair_law.h"
#include "file/input_file.h"
#include "formats/trajectory.h"
#include "scenario/dl_meso/dl_meso.h"
#include "scenario/initial/regions.h"
#include "scenario/molecule_plan.h"
#include "scenario/schema.h"
#include "scenario/toml_document.h"

namespace gpubuck::scenario {
namespace {

Fail failing(const TomlDocument& document) {
  return [&](const std::string& path, const std::string& why) { document.fail(path, why); };
}

/// Returns the value of a key in the document, with the type of `now`, its present value.
std::optional<Value> valueAt(const TomlDocument& document, const std::string& path, const Key& key,
                             const Scenario& scenario, const Value& now) {
  if (!document.has(path)) {
    if (key.isRequired) document.fail(path, "missing");
    return {};
  }
  const Value value = std::visit(
      [&]<typename T>(const T& held) -> Value {
        if constexpr (kIsList<T>) {
          // A list names species, each species at most once.
          const std::size_t most = key.isList ? scenario.fluid.species.size() : held.size();
          return document.list<typename T::value_type>(path, key.isList ? 0 : most, most);
        } else {
          return document.get<T>(path);
        }
      },
      now);
  requireAllowed(key, scenario, value, path, failing(document));
  return value;
}

void readKey(const TomlDocument& document, const Key& key, const std::string& path,
             std::size_t entry, Scenario& scenario) {
  const auto value = valueAt(document, path, key, scenario, key.get(scenario, entry));
  if (!value) return;
  key.set(scenario, entry, *value);
  if (!key.only.empty() && !key.isWritten(scenario, entry)) {
    document.fail(path, fmt::format("has an effect only {}", key.only));
  }
}

/// A [[pair]]. The coefficients of the pair are already in the fluid, except a gamma that follows
/// from sigma.
struct GivenPair {
  std::string path;
  std::size_t entry, transposed;  ///< indices in Fluid::pairs
  bool hasGamma;
  std::optional<double> sigma;  ///< in the units of the engine
};

/// Reads a pair. A pair is given by `a`, `gamma` and `sigma` or, in the paper's normalised form
/// (dpd::PaperWeights), by `pi`, `gamma` and `sigma`. Either gamma or sigma may be left out.
GivenPair readPair(const TomlDocument& document, std::size_t table, Scenario& scenario) {
  dpd::Fluid& fluid = scenario.fluid;
  const std::string path = fmt::format("pair.{}.", table);
  const auto number = [&](const std::string& name) -> std::optional<double> {
    const auto value = valueAt(document, path + name, keyAt("pair.*." + name), scenario, 0.0);
    return value ? std::optional(std::get<double>(*value)) : std::nullopt;
  };
  const auto speciesOf = [&](const std::string& name) {
    const auto found = std::ranges::find(fluid.species, name, &dpd::Species::name);
    return static_cast<std::size_t>(found - fluid.species.begin());
  };
  const Value names = *valueAt(document, path + "species", keyAt("pair.*.species"), scenario,
                               std::vector<std::string>(2));
  const auto& two = std::get<std::vector<std::string>>(names);
  const std::size_t first = speciesOf(two[0]), second = speciesOf(two[1]);
  const std::size_t count = fluid.species.size();
  const bool hasA = document.has(path + "a"), hasGamma = document.has(path + "gamma");
  GivenPair pair{path, first * count + second, second * count + first, hasGamma, number("sigma")};
  for (const Key& key : schema()) {
    if (key.table() != "pair.*" || !key.set) continue;
    readKey(document, key, path + key.name(), pair.entry, scenario);
  }
  const std::optional<double> pi = number("pi");
  if (hasA && pi) {
    document.fail(path + "pi", "cannot be combined with a; give either a or pi");
  }
  const dpd::PairLaw& law = dpd::lawOf(fluid);
  if (law.has(&dpd::PairCoefficients::a) && !hasA && !pi) {
    document.fail(path + "a", "missing; give a or pi");
  }
  if (pi && law.needsDensity()) {
    document.fail(path + "pi", "cannot be combined with the law many-body; give a");
  }
  if (law.has(&dpd::PairCoefficients::gamma) && !hasGamma && !pair.sigma) {
    document.fail(path + "gamma", "missing; give gamma or sigma");
  }
  if (pi && fluid.pairs[pair.entry].weightExponent != 1.0) {
    document.fail(path + "weight_exponent",
                  "cannot be combined with pi, whose weights have the exponent 1");
  }
  if (pi) {
    const dpd::PaperWeights weights(fluid.density, fluid.box.dimensions);
    dpd::PairCoefficients& coefficients = fluid.pairs[pair.entry];
    coefficients.a = *pi * weights.linear;
    coefficients.gamma *= weights.square * dpd::PaperWeights::mass(fluid.species[first].mass,
                                                                   fluid.species[second].mass);
    if (pair.sigma) *pair.sigma *= weights.linear;
  }
  return pair;
}

/// Computes gamma from sigma if only sigma is given; if both are given, they must agree.
void completeGamma(const TomlDocument& document, const GivenPair& pair, dpd::Fluid& fluid) {
  if (!pair.sigma) return;
  double& gamma = fluid.pairs[pair.entry].gamma;
  const double square = *pair.sigma * *pair.sigma;
  if (!pair.hasGamma) {
    if (fluid.kT == 0.0) {
      document.fail(pair.path + "gamma", "missing; if kT = 0, it does not follow from sigma");
    }
    gamma = square / (2.0 * fluid.kT);
    return;
  }
  const double expected = 2.0 * gamma * fluid.kT;
  // Relative tolerance: numbers that agree to six digits count as equal.
  if (std::abs(square - expected) > 1e-6 * std::max(square, expected)) {
    document.fail(
        pair.path + "sigma",
        fmt::format("contradicts gamma and kT: sigma^2 = {}, 2 gamma kT = {} (in the units "
                    "of the engine: gamma {}, sigma {}, kT {})",
                    square, expected, gamma, *pair.sigma, fluid.kT));
  }
}

/// Throws if there are too many tables of species or pairs. Must be called before the first table
/// is read.
void requireFewTables(const TomlDocument& document) {
  const std::size_t species = document.tables("species"), pairs = document.tables("pair");
  requireSpeciesCount(std::max(species, std::size_t{1}), failing(document));
  const std::size_t most = std::max(species * (species + 1) / 2, std::size_t{1});
  if (pairs > most) {
    document.fail("pair", fmt::format("{} pairs, but {} species have at most {}", pairs,
                                      std::max(species, std::size_t{1}), most));
  }
}

/// Refuses a coefficient b in a [[pair]]; in other programs each pair has one.
void refuseSeveralB(const TomlDocument& document) {
  for (std::size_t k = 0; k < document.tables("pair"); ++k) {
    const std::string path = fmt::format("pair.{}.b", k);
    if (!document.has(path)) continue;
    document.fail(path,
                  "b is one number for all pairs, many_body.b; with several numbers, forces would "
                  "not follow from an energy");
  }
}

/// Makes the regions. If there are any, also sets the kind of the initial state.
void beginWithRegions(const TomlDocument& document, Scenario& scenario) {
  const std::size_t regions = document.tables("region");
  if (regions > kMaxRegions) {
    document.fail("region",
                  fmt::format("{} regions; at most {} are allowed", regions, kMaxRegions));
  }
  scenario.regions.resize(regions);
  if (regions > 0) scenario.initial.kind = InitialKind::Regions;
}

/// Makes as many kinds of bonds, kinds of angles and molecules as the document has tables for them.
void makeMolecules(const TomlDocument& document, Scenario& scenario) {
  const auto tables = [&](const char* name) {
    const std::size_t count = document.tables(name);
    if (count > dpd::kMaxMoleculeKinds) {
      document.fail(name,
                    fmt::format("{} kinds; at most {} are allowed", count, dpd::kMaxMoleculeKinds));
    }
    return count;
  };
  scenario.fluid.bondKinds.resize(tables("bond"));
  scenario.fluid.angleKinds.resize(tables("angle"));
  scenario.molecules.resize(tables("molecule"));
}

/// Throws if a document with regions gives fractions, since regions determine the number of
/// particles of each species.
void requireNoFractions(const TomlDocument& document) {
  for (std::size_t k = 0; k < document.tables("species"); ++k) {
    const std::string path = fmt::format("species.{}.fraction", k);
    if (document.has(path))
      document.fail(path, "cannot be combined with [[region]], which sets the fractions");
  }
}

/// Reads all pairs. If gamma is missing, it follows from sigma^2 = 2 gamma kT. If kT is missing, it
/// follows from a pair with gamma and sigma, and is 1 if there is no such pair. A single species
/// without a [[pair]] gets the default coefficients.
void readPairs(const TomlDocument& document, Scenario& scenario) {
  dpd::Fluid& fluid = scenario.fluid;
  const std::size_t count = fluid.species.size();
  fluid.pairs.assign(count * count, {});
  std::vector<GivenPair> given;
  for (std::size_t i = 0; i < document.tables("pair"); ++i) {
    given.push_back(readPair(document, i, scenario));
  }
  if (given.empty() && count == 1) {
    if (dpd::lawOf(fluid).needsDensity()) {
      document.fail("pair", "missing; the law many-body has no default for a");
    }
    return;
  }
  const auto gammaOf = [&](const GivenPair& pair) { return fluid.pairs[pair.entry].gamma; };
  const auto giver = std::ranges::find_if(given, [&](const GivenPair& pair) {
    return pair.sigma && pair.hasGamma && gammaOf(pair) > 0.0;
  });
  if (!document.has("fluid.kT") && giver != given.end()) {
    fluid.kT = *giver->sigma * *giver->sigma / (2.0 * gammaOf(*giver));
    requireAllowed(keyAt("fluid.kT"), scenario, fluid.kT, giver->path + "sigma", failing(document));
  }
  std::vector<bool> isGiven(count * count, false);
  const auto named = [&](std::size_t entry) {
    return fmt::format("the pair {}, {}", fluid.species[entry / count].name,
                       fluid.species[entry % count].name);
  };
  for (const GivenPair& pair : given) {
    if (isGiven[pair.entry]) {
      document.fail(pair.path + "species", named(pair.entry) + " is given twice");
    }
    isGiven[pair.entry] = isGiven[pair.transposed] = true;
    completeGamma(document, pair, fluid);
    // Values derived from other keys may still be out of range.
    const Fail fail = failing(document);
    const dpd::PairCoefficients& own = fluid.pairs[pair.entry];
    requireAllowed(keyAt("pair.*.a"), scenario, own.a, pair.path + "a", fail);
    requireAllowed(keyAt("pair.*.gamma"), scenario, own.gamma, pair.path + "gamma", fail);
    fluid.pairs[pair.transposed] = fluid.pairs[pair.entry];
  }
  for (const std::size_t entry : entriesOf(keyAt("pair.*.species"), scenario)) {
    if (!isGiven[entry]) document.fail("pair", named(entry) + " is missing");
  }
}

/// A key or table that was renamed or removed, and the answer to a document that has it.
struct RemovedKey {
  const char* path;
  const char* instead;
};

/// All keys and tables that were renamed or removed. This list is emptied with version 0.1.0.
constexpr RemovedKey kRemovedKeys[] = {
    {"jet",
     "was replaced: write [[effect]] with kind = \"accelerate\", shape = \"sphere\", centre, "
     "radius, strength, direction, period"},
    {"lamp",
     "was replaced: write [[effect]] with shape = \"sphere\", centre, radius, strength, and "
     "either kind = \"heat\", or kind = \"turn\" with turns, into, back"},
    {"drain",
     "was replaced: write [[effect]] with kind = \"move\", shape = \"sphere\", centre, radius, "
     "outlet, strength"},
    {"goal", "was removed: scenarios have no goals; delete the table"},
    {"sort.point_source", "was removed; delete it, results are the same"},
    {"obstacle",
     "was replaced: write [[solid]] with kind = \"body\", shape = \"sphere\", centre, radius, "
     "velocity"},
    {"container",
     "was replaced: write [[solid]] with kind = \"vessel\", shape = \"sphere\", centre, radius"},
    {"partition",
     "was replaced: write [[solid]] with kind = \"body\", shape = \"layer\", axis, from, to, and "
     "for its hole [[solid]] with kind = \"hole\", shape = \"cylinder\", axis, centre, radius"}};

void refuseRemovedKeys(const TomlDocument& document) {
  for (const RemovedKey& key : kRemovedKeys) {
    if (document.has(key.path)) document.fail(key.path, key.instead);
  }
}

/// If an override names a method, removes the file's keys that a method sets (kMethodKeys), since
/// saved files have every key.
void takeOtherMethod(TomlDocument& document) {
  if (!document.isOverridden("method")) return;
  for (const char* key : kMethodKeys) {
    if (document.has(key) && !document.isOverridden(key)) document.erase(key);
  }
}

/// Largest size of a scenario file, in bytes.
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

/// Returns a value as TOML writes it: a string in quotes, a number with the fewest digits that
/// reproduce the same double.
template <typename T>
std::string literalOf(const T& value) {
  if constexpr (kIsList<T>) {
    std::vector<std::string> entries;
    for (const auto& entry : value) entries.push_back(literalOf(entry));
    return fmt::format("[{}]", fmt::join(entries, ", "));
  } else if constexpr (std::is_same_v<T, std::string>) {
    std::ostringstream out;
    out << toml::toml_formatter(toml::value<std::string>(value), toml::format_flags::none);
    return out.str();
  } else {
    // "-0" would be an integer, which has no sign.
    if constexpr (std::is_same_v<T, double>) {
      if (value == 0.0 && std::signbit(value)) return "-0.0";
    }
    return fmt::format("{}", value);
  }
}

/// Writes all keys, and with `withDerived` also the keys that follow from other keys.
std::string write(const Scenario& scenario, bool withDerived) {
  std::string text;
  for (auto key = schema().begin(); key != schema().end();) {
    const std::string table = key->table();
    const auto end =
        std::find_if(key, schema().end(), [&](const Key& other) { return other.table() != table; });
    for (const std::size_t entry : entriesOf(*key, scenario)) {
      if (!table.empty()) text += fmt::format("\n{}\n", key->header());
      for (auto each = key; each != end; ++each) {
        const bool isOwn = each->set || each->isRequired;
        if (!each->get || (!isOwn && !withDerived)) continue;
        if (each->isWritten && !each->isWritten(scenario, entry)) continue;
        text += fmt::format("{} = {}\n", each->name(), literal(each->get(scenario, entry)));
      }
    }
    key = end;
  }
  return text;
}

}  // namespace

Scenario parseScenario(const std::string& text, const std::string& source,
                       const std::filesystem::path& folder,
                       const std::vector<std::string>& overrides) {
  Scenario scenario;
  scenario.name = printable(std::filesystem::path(source).stem().string());
  TomlDocument document(text, source, overrides);
  takeOtherMethod(document);
  refuseRemovedKeys(document);
  requireFewTables(document);
  refuseSeveralB(document);
  std::vector<std::string> known;
  for (const Key& key : schema()) known.push_back(key.path);
  document.refuseUnknownKeys(known);

  // If no species is given, there is one species.
  const std::size_t given = document.tables("species");
  scenario.fluid.species.resize(given);
  if (given == 0) scenario.fluid.species.push_back({"particle", 1.0, 1.0, ""});
  scenario.initial.order.resize(scenario.fluid.species.size());
  std::iota(scenario.initial.order.begin(), scenario.initial.order.end(), 0);
  beginWithRegions(document, scenario);
  scenario.fluid.solids.resize(document.tables("solid"));
  scenario.fluid.effects.resize(document.tables("effect"));
  makeMolecules(document, scenario);
  for (const Key& key : schema()) {
    if (key.table() == "pair.*" || (key.table() == "species.*" && given == 0)) continue;
    for (const std::size_t entry : entriesOf(key, scenario)) {
      readKey(document, key, key.pathOf(scenario, entry), entry, scenario);
    }
  }
  if (scenario.initial.kind == InitialKind::Regions) requireNoFractions(document);
  requireConsistent(scenario, failing(document));
  readPairs(document, scenario);
  std::string& file = scenario.initial.file;
  if (scenario.initial.kind == InitialKind::File) {
    file = std::filesystem::absolute(folder / file).lexically_normal().string();
    // A checkpoint contains this path as TOML.
    if (!isUtf8(file)) document.fail("initial.file", "the path of its folder is not UTF-8");
  }
  return scenario;
}

Scenario loadScenario(const std::filesystem::path& path,
                      const std::vector<std::string>& overrides) {
  if (dl_meso::isInput(path)) {
    const dl_meso::Input input = dl_meso::readInput(path);
    Scenario scenario =
        parseScenario(toToml(input.scenario), input.field + " as TOML", {}, overrides);
    formats::tellLeftOut(input.unused);
    return scenario;
  }
  file::InputFile file(path == "-" ? "./-" : path.string());
  std::string text(kMostBytes + 1, '\0');
  text.resize(file.read(text.data(), text.size()));
  if (text.size() > kMostBytes) file.fail("has more than the 1 MiB that a scenario may have");
  return parseScenario(text, path.string(), path.parent_path(), overrides);
}

std::string literal(const Value& value) {
  return std::visit([](const auto& held) { return literalOf(held); }, value);
}

std::string toToml(const Scenario& scenario) { return write(scenario, false); }

std::string toJson(const Scenario& scenario) {
  std::ostringstream out;
  out << toml::json_formatter(toml::parse(write(scenario, true)));
  return out.str();
}

std::int64_t particleCount(const Scenario& scenario) {
  if (scenario.initial.kind == InitialKind::Regions) {
    const std::vector<std::int64_t> counts = regionCounts(scenario);
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  }
  return std::llround(scenario.fluid.density * scenario.fluid.room().volume());
}

std::vector<std::int64_t> speciesCounts(const Scenario& scenario) {
  const dpd::Fluid& fluid = scenario.fluid;
  if (scenario.initial.kind == InitialKind::Regions) {
    std::vector<std::int64_t> counts(fluid.species.size(), 0);
    const std::vector<std::int64_t> held = regionCounts(scenario);
    for (std::size_t i = 0; i < held.size(); ++i) {
      counts[static_cast<std::size_t>(scenario.regions[i].species)] += held[i];
    }
    return counts;
  }
  const std::vector<std::int64_t> beads = beadCounts(scenario);
  const std::int64_t total =
      particleCount(scenario) - std::accumulate(beads.begin(), beads.end(), std::int64_t{0});
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
  std::transform(counts.begin(), counts.end(), beads.begin(), counts.begin(), std::plus<>());
  return counts;
}

dpd::FrameSubject frameSubject(const Scenario& scenario) {
  return {.name = scenario.name,
          .fluid = scenario.fluid,
          .view = scenario.view,
          .counts = speciesCounts(scenario)};
}

}  // namespace gpubuck::scenario
