// Makes the rows of the schema: converts a member of the scenario to a value and back, and checks
// conditions that limits alone cannot express.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/enum_names.h"
#include "file/input_file.h"
#include "formats/particles.h"
#include "scenario/molecule_plan.h"
#include "scenario/schema.h"

namespace gpubuck::scenario::schema_row {

using dpd::Fluid;

inline constexpr Change kShown = Change::Nothing, kLive = Change::Values, kSort = Change::Sort,
                        kExchanged = Change::Simulation, kFixed = Change::Restart;
inline constexpr Limits kAboveZero{.least = 0.0, .isOpen = true};
inline constexpr Limits kNotBelowZero{.least = 0.0};
// The noise of a pair grows as Δt^-½. Sums of noise would fit into single precision even with a
// time step well below this limit.
inline constexpr Limits kTimeStep{.least = 1e-12};
inline constexpr Limits kShare{.least = 0.0, .most = 1.0};

inline About about(Change needs, const std::string& help, const char* initial = "") {
  return {.help = help, .initial = initial, .needs = needs};
}

inline About about(const char* label, const char* unit, Change needs, const Limits& limits,
                   const Span& span, const char* help, const char* initial = "") {
  return {label, unit, help, initial, needs, limits, span};
}

/// A form converts a member to a value and back. With Plain, the value is the member.
struct Plain {
  static std::vector<Word> words() { return {}; }
  template <typename T>
  static auto get(const Scenario&, const T& member) {
    using Number = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
    return static_cast<std::conditional_t<std::is_same_v<T, std::string>, T, Number>>(member);
  }
  template <typename T, typename Held>
  static void put(const Scenario&, T& member, const Held& value) {
    member = static_cast<T>(value);
  }
};

/// With Named, the value is the name of the member in a table.
template <typename Row>
struct Named {
  const std::vector<Row>& table;

  std::vector<Word> words() const {
    std::vector<Word> words;
    for (const Row& row : table) words.push_back({row.name, row.help});
    return words;
  }
  template <typename T>
  std::string get(const Scenario&, T member) const {
    return nameOf(table, member);
  }
  template <typename T>
  void put(const Scenario&, T& member, const std::string& name) const {
    member = findName(table, name)->value;
  }
};
template <typename Row>
Named(const std::vector<Row>&) -> Named<Row>;

/// With Optional, the value is the member, if it is set.
struct Optional {
  static std::vector<Word> words() { return {}; }
  template <typename T>
  static T get(const Scenario&, const std::optional<T>& member) {
    return member.value_or(T{});
  }
  template <typename T>
  static void put(const Scenario&, std::optional<T>& member, T value) {
    member = value;
  }
};

/// With SpeciesName, the value is the name of the species with this number.
struct SpeciesName {
  static std::vector<Word> words() { return {}; }
  static std::string get(const Scenario& scenario, int species) {
    return scenario.fluid.species[static_cast<std::size_t>(species)].name;
  }
  static std::string get(const Scenario& scenario, std::optional<int> species) {
    return species ? get(scenario, *species) : "";
  }
  static void put(const Scenario& scenario, int& species, const std::string& name) {
    for (species = 0; get(scenario, species) != name;) ++species;
  }
  static void put(const Scenario& scenario, std::optional<int>& species, const std::string& name) {
    species.reset();
    if (!name.empty()) put(scenario, species.emplace(), name);
  }
};

/// With KindName, the value is the name of the kind of bond or angle with this number, if there is
/// such a kind.
template <typename Kind>
struct KindName {
  std::vector<Kind> Fluid::*kinds;

  static std::vector<Word> words() { return {}; }
  std::string get(const Scenario& scenario, std::optional<int> kind) const {
    const std::vector<Kind>& all = scenario.fluid.*kinds;
    return kind && *kind < std::ssize(all) ? all[static_cast<std::size_t>(*kind)].name : "";
  }
  template <typename T>
  void put(const Scenario& scenario, T& kind, const std::string& name) const {
    const auto found = std::ranges::find(scenario.fluid.*kinds, name, &Kind::name);
    kind = static_cast<int>(found - (scenario.fluid.*kinds).begin());
  }
};

/// With MethodForm, the value is a method of search, as a word.
struct MethodForm {
  static std::vector<Word> words() {
    return {
        {"cells27", "Cells of edge 1: the particle's own cell and the 26 cells around it (8 in two "
                    "dimensions). A periodic side is at least 3."},
        {"cells-per-cutoff=K",
         "Cells of edge 1/K, K in 1..4: a block of (2K + 1)³ cells with the particle's own cell "
         "in the middle (in two dimensions (2K + 1)²). A periodic side is at least 2 + 1/K."},
        {"octant=F",
         "Cells of edge F >= 2: the 8 cells (4 in two dimensions) that meet in the corner "
         "nearest to the particle. A periodic side is at least F."}};
  }
  static std::string get(const Scenario&, const cells::Method& method) {
    return cells::methodWord(method);
  }
  static void put(const Scenario&, cells::Method& method, const std::string& word) {
    method = *cells::parseMethod(word);
  }
};

/// Returns the access to a member of the scenario, or to a member of such a member, and so on.
template <typename... Members>
auto member(Members... members) {
  return [=](auto& scenario, std::size_t) -> auto& { return (scenario.*....*members); };
}

/// Returns the access to entry i of such a member.
template <typename... Members>
auto entryOf(Members... members) {
  return [=](auto& scenario, std::size_t i) -> auto& {
    return (scenario.*....*members)[static_cast<int>(i)];
  };
}

template <typename Codec, typename Access>
using Held = decltype(std::declval<Codec>().get(
    std::declval<Scenario>(), std::declval<Access>()(std::declval<Scenario&>(), 0)));

template <typename Access, typename Codec = Plain>
Key row(std::string path, Access access, About about, Codec codec = {}) {
  Key key{.path = std::move(path), .about = std::move(about), .words = codec.words()};
  key.get = [=](const Scenario& scenario, std::size_t entry) -> Value {
    return codec.get(scenario, access(scenario, entry));
  };
  key.set = [=](Scenario& scenario, std::size_t entry, const Value& value) {
    codec.put(scenario, access(scenario, entry), std::get<Held<Codec, Access>>(value));
  };
  return key;
}

/// Returns a key whose value is an array of `count(scenario)` entries.
template <typename Access, typename Count, typename Codec = Plain>
Key array(std::string path, Access access, Count count, About about, Codec codec = {}) {
  using List = std::vector<Held<Codec, Access>>;
  Key key{.path = std::move(path), .about = std::move(about), .words = codec.words()};
  key.get = [=](const Scenario& scenario, std::size_t) -> Value {
    List list;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count(scenario)); ++i) {
      list.push_back(codec.get(scenario, access(scenario, i)));
    }
    return list;
  };
  key.set = [=](Scenario& scenario, std::size_t, const Value& value) {
    const List& list = std::get<List>(value);
    for (std::size_t i = 0; i < list.size(); ++i) {
      codec.put(scenario, access(scenario, i), list[i]);
    }
  };
  return key;
}

inline int dimensionsOf(const Scenario& scenario) { return scenario.fluid.box.dimensions; }

inline std::string noSuchSpecies(const Scenario& scenario, const std::string& name) {
  const auto isIt = [&](const dpd::Species& species) { return species.name == name; };
  if (std::ranges::any_of(scenario.fluid.species, isIt)) return {};
  return fmt::format("there is no species {}", file::inQuotes(name));
}

inline std::string whyNotName(const Scenario&, const std::string& name) {
  return formats::whyNotSpeciesName(name);
}

inline std::string whyNotColour(const Scenario&, const std::string& colour) {
  const bool isGood = colour.size() == 7 && colour[0] == '#' &&
                      colour.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
  return isGood ? "" : fmt::format("{} is not of the form #rrggbb", file::inQuotes(colour));
}

inline std::string whyNotPath(const Scenario&, const std::string& path) {
  constexpr std::size_t kLongest = 4095;  // maximum length in the system: PATH_MAX
  if (path.find('\0') != std::string::npos) return "contains a NUL character";
  return path.size() <= kLongest ? "" : fmt::format("is longer than {} bytes", kLongest);
}

inline std::string whyNotMethod(const Scenario&, const std::string& word) {
  if (cells::parseMethod(word)) return {};
  return fmt::format("{} is not one of {}", file::inQuotes(word), cells::kMethodWords);
}

using WhyNot = std::string (*)(const Scenario&, const std::string&);

inline Key checked(WhyNot whyNotText, Key key) {
  key.whyNotText = whyNotText;
  return key;
}

inline Key required(Key key) {
  key.isRequired = true;
  return key;
}

/// Returns `key` as a key that is written only for some entries of a list: entries whose kind is
/// among `kinds`, and for which `isSet`, if it is given, returns true. `entryOf` returns an entry
/// of a scenario. `kindKey` is the name of the key of the kind, `table` has the words of the kinds.
template <typename Table, typename Kind, typename Entry, typename EntryOf>
Key ofKinds(const char* kindKey, const Table& table, std::vector<Kind> kinds, Kind Entry::*kind,
            EntryOf entryOf, Key key, bool (*isSet)(const Entry&) = nullptr) {
  std::vector<std::string> names;
  for (const Kind each : kinds) names.push_back(nameOf(table, each));
  key.only = fmt::format("with the {} {}", kindKey, fmt::join(names, " or "));
  key.isWritten = [=](const Scenario& scenario, std::size_t k) {
    const Entry& entry = entryOf(scenario, k);
    return std::ranges::count(kinds, entry.*kind) > 0 && (isSet == nullptr || isSet(entry));
  };
  return key;
}

inline Key writtenWhere(bool (*isWritten)(const Scenario&, std::size_t), Key key,
                        const char* only = "") {
  key.isWritten = isWritten;
  key.only = only;
  return key;
}

/// Returns a key whose value is a list of species of any length.
template <typename... Members>
Key speciesList(std::string path, About about, Members... members) {
  const auto list = member(members...);
  const auto count = [=](const Scenario& scenario) { return list(scenario, 0).size(); };
  Key key = checked(noSuchSpecies, array(std::move(path), entryOf(members...), count,
                                         std::move(about), SpeciesName{}));
  key.isList = true;
  key.set = [=, put = key.set](Scenario& scenario, std::size_t entry, const Value& value) {
    list(scenario, 0).resize(std::get<std::vector<std::string>>(value).size());
    put(scenario, entry, value);
  };
  return key;
}

/// Returns the access to a part of a region.
template <typename Part>
auto regionPart(Part part) {
  return [part](auto& scenario, std::size_t entry) -> auto& {
    return scenario.regions[entry].*part;
  };
}

/// Returns the access to a part of a kind of molecule.
template <typename Part>
auto moleculePart(Part part) {
  return [part](auto& scenario, std::size_t entry) -> auto& {
    return scenario.molecules[entry].*part;
  };
}

/// Returns the access to a part of an entry of a list of the fluid, such as a species, a kind of
/// bond or a solid.
template <typename List, typename Part>
auto entryPart(List list, Part part) {
  return [ list, part ](auto& scenario, std::size_t entry) -> auto& {
    return (scenario.fluid.*list)[entry].*part;
  };
}

/// Returns why a name is not the name of a kind, or an empty string.
template <auto Kinds>
std::string noSuchKind(const Scenario& scenario, const std::string& name) {
  const std::vector<std::string> names = namesOf(scenario.fluid.*Kinds);
  if (std::ranges::count(names, name) > 0) return {};
  if (names.empty()) return fmt::format("there is no kind {}", file::inQuotes(name));
  return fmt::format("{} is not one of {}", file::inQuotes(name), fmt::join(names, ", "));
}

inline std::string whyNotBeads(const Scenario& scenario, const std::string& text) {
  return readBeads(text, namesOf(scenario.fluid.species)).fault;
}

/// Returns a key whose value is a place: one coordinate per dimension of the box.
template <typename Access>
Key place(std::string path, Access access, About about) {
  Key key{.path = std::move(path), .about = std::move(about)};
  key.get = [access](const Scenario& scenario, std::size_t entry) -> Value {
    const glm::dvec3& at = access(scenario, entry);
    return std::vector<double>(&at[0], &at[0] + dimensionsOf(scenario));
  };
  key.set = [access](Scenario& scenario, std::size_t entry, const Value& value) {
    const auto& given = std::get<std::vector<double>>(value);
    std::copy(given.begin(), given.end(), &access(scenario, entry)[0]);
  };
  return key;
}

/// Returns the key of the number of dimensions. Setting two dimensions also sets other defaults of
/// axes and of the camera.
inline Key dimensions(Key key) {
  key.set = [put = key.set](Scenario& scenario, std::size_t entry, const Value& value) {
    put(scenario, entry, value);
    if (dimensionsOf(scenario) == 3) return;
    scenario.initial.axis = 1;
    for (Region& region : scenario.regions) region.shape.axis = 1;
    for (dpd::Solid& solid : scenario.fluid.solids) solid.shape.axis = 1;
    scenario.view.camera.azimuth = 0.0;
    scenario.view.camera.elevation = 90.0;
  };
  return key;
}

/// Returns label, limits and help of a coefficient of a force law.
inline About aboutCoefficient(const dpd::Coefficient& of) {
  return about(of.label, of.unit, Change::Values, {of.least, of.most, false, of.whyNotBelow},
               {of.low, of.high, of.format}, of.help, of.initial);
}

/// Returns the key of a coefficient of a pair, which is the same for (k, l) and (l, k). Laws
/// without this coefficient refuse the key.
inline Key coefficient(const dpd::Coefficient& of) {
  const auto access = [part = of.part](auto& scenario, std::size_t entry) -> auto& {
    return scenario.fluid.pairs[entry].*part;
  };
  Key key = row(std::string("pair.*.") + of.name, access, aboutCoefficient(of));
  key.set = [access](Scenario& scenario, std::size_t entry, const Value& value) {
    const std::size_t count = scenario.fluid.species.size();
    for (const std::size_t either : {entry, entry % count * count + entry / count}) {
      access(scenario, either) = std::get<double>(value);
    }
  };
  std::vector<std::string> laws;
  std::map<dpd::PairLawKind, About> abouts;
  for (const dpd::PairLaw& law : dpd::kPairLaws) {
    const auto own = std::ranges::find(law.coefficients, of.part, &dpd::Coefficient::part);
    if (own == law.coefficients.end()) continue;
    laws.emplace_back(law.name);
    abouts[law.value] = aboutCoefficient(*own);
    if (own->help == of.help) continue;
    key.about.limits = {std::min(key.about.limits.least, own->least),
                        std::max(key.about.limits.most, own->most)};
    key.about.help += fmt::format(" With the law {}: {}", law.name, own->help);
  }
  key.aboutWith = [abouts, plain = key.about](const Scenario& scenario) -> const About& {
    const auto own = abouts.find(scenario.fluid.law);
    return own != abouts.end() ? own->second : plain;
  };
  if (laws.size() == dpd::kPairLaws.size()) return key;
  key.isWritten = [part = of.part](const Scenario& scenario, std::size_t) {
    return dpd::lawOf(scenario.fluid).has(part);
  };
  key.only = fmt::format("with the law {}", fmt::join(laws, " or "));
  return key;
}

/// Returns the coefficients of all laws, each once.
inline std::vector<Key> coefficients() {
  std::vector<Key> keys;
  for (const dpd::PairLaw& law : dpd::kPairLaws) {
    for (const dpd::Coefficient& each : law.coefficients) {
      Key key = coefficient(each);
      if (std::ranges::find(keys, key.path, &Key::path) == keys.end()) keys.push_back(key);
    }
  }
  return keys;
}

/// Returns `key` as a key of the law many-body alone.
inline Key ofManyBody(Key key) {
  return writtenWhere([](const Scenario& scenario,
                         std::size_t) { return scenario.fluid.law == dpd::PairLawKind::ManyBody; },
                      std::move(key), "with the law many-body");
}

/// Returns the key of the force law, with the formula in the help of each word.
inline Key law(Key key) {
  for (Word& word : key.words) {
    const dpd::PairLaw& law = *findName(dpd::kPairLaws, word.name);
    word.help = fmt::format("{}. {}", law.formula, law.help);
  }
  return key;
}

/// Returns a key without `set`, which the parser reads in a special way.
inline Key readApart(std::string path, Value (*get)(const Scenario&, std::size_t), About about) {
  return {.path = std::move(path), .about = std::move(about), .get = get};
}

inline Value speciesOfPair(const Scenario& scenario, std::size_t entry) {
  const std::vector<dpd::Species>& species = scenario.fluid.species;
  return std::vector{species[entry / species.size()].name, species[entry % species.size()].name};
}

inline Value sigmaOfPair(const Scenario& scenario, std::size_t entry) {
  return scenario.fluid.pairs[entry].sigma(scenario.fluid.kT);
}

/// Returns the key of the method, whose value sets other keys, too.
inline Key composing(Key key) {
  key.set = [set = key.set](Scenario& scenario, std::size_t entry, const Value& value) {
    const dpd::StepMethod before = scenario.step.method;
    set(scenario, entry, value);
    if (scenario.step.method != before) {
      scenario.step = dpd::withMethod(scenario.step, scenario.step.method);
    }
  };
  return key;
}

}  // namespace gpubuck::scenario::schema_row
