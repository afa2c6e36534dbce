// Every key of a scenario, one row each (schema.cpp). The parser, toToml, toJson, --set, the rules
// of what may change while a fluid runs, the forms of the window, docs/scenario.md and shell
// completion all work from these rows. A new key thus needs only a member of a struct and a row.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "base/enum_names.h"
#include "scenario/scenario.h"

namespace gpubuck::scenario {

/// The value of a key, in the types of TOML.
using Value = std::variant<double, std::int64_t, std::string, std::vector<double>,
                           std::vector<std::int64_t>, std::vector<std::string>>;

template <typename T>
inline constexpr bool kIsList = false;
template <typename T>
inline constexpr bool kIsList<std::vector<T>> = true;

/// The numbers that a key allows. Numbers must be finite, and must be 0 or normal numbers of single
/// precision.
struct Limits {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool isOpen = false;  ///< whether `least` itself is refused
  /// End of the message for a number below `least`: the reason for the refusal.
  const char* whyNotBelow = "";

  /// Returns why a number is refused, or an empty string.
  std::string whyNot(double value) const;
  /// Returns the limits as text, such as "> 0" or "0..1", or an empty string if all finite numbers
  /// are allowed.
  std::string text() const;
};

/// The range of a slider in the window. Typed numbers may have any value within the limits.
struct Span {
  double low = 0.0, high = 1.0;
  const char* format = "%.3g";  ///< a format of printf, with a unit if there is one
  bool isLogarithmic = false;
};

/// The documentation and limits of a key.
struct About {
  std::string label{};             ///< label of the widget; empty if the window has no widget
  std::string unit{};              ///< empty if the key has no unit or is not a number
  std::string help{};              ///< the explanation, in sentences
  std::string initial{};           ///< the default in words; if empty, the value in plainScenario()
  Change needs = Change::Restart;  ///< the action that a running fluid needs for a new value
  Limits limits{};                 ///< limits of each number
  Span span{};
};

/// The keys that a method sets (dpd::withMethod).
inline constexpr const char* kMethodKeys[] = {"sort.algorithm", "sort.partition",
                                              "sort.reorder_every", "search.traversal"};

/// A word that is a value of a key.
struct Word {
  std::string name;
  std::string help;
};

/// A row. The path of a key in an array of tables, such as [[species]], has a `*` in place of the
/// number of the entry. `entry` is the number of an entry; the entry of a pair (k, l) is
/// species.size() * k + l. Keys outside of arrays have only the entry 0.
struct Key {
  std::string path{};
  About about{};
  /// Returns the texts about the key in a scenario. If this function is empty, `about` holds for
  /// all scenarios.
  std::function<const About&(const Scenario&)> aboutWith{};
  std::vector<Word> words{};  ///< the allowed words; empty unless the key is a choice
  std::function<Value(const Scenario&, std::size_t entry)> get{};
  /// Sets an allowed value. Empty for keys that are read with their whole pair (scenario.cpp).
  std::function<void(Scenario&, std::size_t entry, const Value&)> set{};
  /// Returns whether the key is written. If this function is empty, the key is always written.
  std::function<bool(const Scenario&, std::size_t entry)> isWritten{};
  std::string only{};  ///< condition "with ..." of the key; if empty, the key is always allowed
  /// Returns why a text is refused, or an empty string. If this function is empty, any text is
  /// allowed.
  std::function<std::string(const Scenario&, const std::string&)> whyNotText{};
  bool isRequired = false;
  bool isList = false;  ///< whether the key is an array of any length, with each entry at most once

  const About& aboutIn(const Scenario& scenario) const {
    return aboutWith ? aboutWith(scenario) : about;
  }
  std::string table() const;   ///< "fluid", "pair.*"; empty at the top
  std::string header() const;  ///< header of the table: "[fluid]", "[[pair]]"
  std::string name() const { return path.substr(path.rfind('.') + 1); }
  /// Returns the path with the number of the entry, such as "pair.2.a". Pairs are counted in the
  /// order in which toToml writes them.
  std::string pathOf(const Scenario& scenario, std::size_t entry) const;
};

/// Returns all rows; the tables are in the order of a file.
const std::vector<Key>& schema();

/// Returns the row of a path such as "fluid.kT" or "pair.*.a", which must exist.
const Key& keyAt(const std::string& path);

/// Returns the entries that a key has in a scenario: one entry, or one in each table of its array.
/// The array [[pair]] has every pair once (k <= l).
std::vector<std::size_t> entriesOf(const Key& key, const Scenario& scenario);

/// A function that throws an error about the value at a dotted path.
using Fail = std::function<void(const std::string& path, const std::string& why)>;

/// Fails at a value that is out of range or not an allowed word, and at a text that Key::whyNotText
/// refuses, such as the name of an unknown species.
void requireAllowed(const Key& key, const Scenario& scenario, const Value& value,
                    const std::string& path, const Fail& fail);

/// Fails if there are no species, or more than a fluid can have.
void requireSpeciesCount(std::size_t count, const Fail& fail);

/// Fails at an entry of an array of tables that has the same name as an earlier entry. `what` names
/// the kind of the entries in the error, after "the name of two".
void requireUniqueNames(const std::string& table, const std::vector<std::string>& names,
                        const std::string& what, const Fail& fail);

/// Fails if keys contradict each other; values must be allowed. Pairs are not checked.
void requireConsistent(const Scenario& scenario, const Fail& fail);

/// Returns a value as `toToml` writes it.
std::string literal(const Value& value);

/// Returns a scenario in which every key has its default, with one entry in each array of tables.
Scenario plainScenario();

/// Returns every key with its default, limits, unit and explanation as Markdown, for
/// docs/scenario.md.
std::string keyReference();

/// Returns the completions of an argument `start` of `--set`: `KEY=` for the keys that begin with
/// `start`, or `KEY=WORD` if `start` has the `=` of a choice.
std::vector<std::string> overrideCandidates(const std::string& start);

}  // namespace gpubuck::scenario
