#include "scenario/toml_document.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/number.h"
#include "base/terminal.h"
#include "base/text.h"
#include "file/input_file.h"

namespace gpubuck::scenario {
namespace {

std::string typeName(const toml::node& node) {
  // The names are in the order of toml::node_type, which ends with dates and times.
  static constexpr std::array kNames{"nothing",    "a table",  "an array",      "a string",
                                     "an integer", "a number", "true or false", "a date or time"};
  return kNames[std::min(static_cast<std::size_t>(node.type()), kNames.size() - 1)];
}

/// Returns the value with its type, as errors show it, or only the type of a table or array.
std::string show(const toml::node& node) {
  if (const auto* string = node.as_string())
    return fmt::format("the string {}", file::inQuotes(string->get()));
  if (const auto* integer = node.as_integer()) return fmt::format("the integer {}", integer->get());
  if (const auto* number = node.as_floating_point())
    return fmt::format("the number {}", number->get());
  if (const auto* boolean = node.as_boolean()) return boolean->get() ? "true" : "false";
  return typeName(node);
}

/// The largest number of bytes that an error shows of a key, an option or the parser's message.
constexpr std::size_t kMostShown = 150;

/// The largest number of parts of a dotted key. The parser makes a table of each part, one table
/// within the other, and destroys the tables by recursion.
constexpr int kMostParts = 1'000;

/// Returns the line, counted from 1, in which a key has more parts than kMostParts, or 0. Dots in a
/// quoted text count, too, which does no harm, since nobody writes that number of dots in a line.
std::size_t lineOfDeepKey(std::string_view text) {
  std::size_t line = 1;
  int dots = 0;
  for (const char c : text) {
    if (c == '\n') ++line;
    if (c == '\n' || c == '=' || c == '[' || c == ']' || c == ',') dots = 0;
    if (c == '.' && ++dots > kMostParts) return line;
  }
  return 0;
}

std::vector<std::string> splitPath(std::string_view path) {
  std::vector<std::string> keys;
  for (std::size_t dot; (dot = path.find('.')) != std::string_view::npos;) {
    keys.emplace_back(path.substr(0, dot));
    path.remove_prefix(dot + 1);
  }
  keys.emplace_back(path);
  return keys;
}

/// Returns the part of a table or array that a key names, or null if there is none.
const toml::node* partOf(const toml::node& node, const std::string& key) {
  if (const toml::table* table = node.as_table()) return table->get(key);
  const toml::array* array = node.as_array();
  const auto index = numberIn<std::size_t>(key);
  return array != nullptr && index ? array->get(*index) : nullptr;
}

/// Returns the error for an unknown key of a table. `known` has all dotted paths, of which the
/// paths of this table begin with `pattern`; `here` has the names of the keys of this table. If
/// exactly one other table has a key of the same name, the error suggests this key, otherwise a key
/// with a similar name.
std::string unknownKey(const std::string& name, const std::string& path, const std::string& pattern,
                       const std::set<std::string>& here, const std::vector<std::string>& known) {
  // Keys of arrays are not suggested, since it is unknown which entry is meant.
  std::vector<std::string> keys, names;
  for (const std::string& key : known) {
    if (key.find('*') != std::string::npos) continue;
    keys.push_back(key);
    names.push_back(key.substr(key.rfind('.') + 1));
  }
  const auto isUnique = [&](const std::string& each) {
    return std::ranges::count(names, each) == 1;
  };
  const auto elsewhere = [&](const std::string& wanted) {
    return keys[static_cast<std::size_t>(std::ranges::find(names, wanted) - names.begin())];
  };
  std::string meant;
  if (isUnique(name)) {
    meant = elsewhere(name);
  } else if (const std::string sibling = nearestName(name, {here.begin(), here.end()});
             !sibling.empty()) {
    meant = path + sibling;
  } else if (const std::string other = nearestName(name, names); isUnique(other)) {
    meant = elsewhere(other);
  }
  const bool isArray = pattern.ends_with(".*.");
  const std::string table =
      pattern.substr(0, pattern.size() - std::min<std::size_t>(pattern.size(), isArray ? 3 : 1));
  return fmt::format("unknown key {}{}, known there: {}",
                     table.empty() ? "at the top level"
                     : isArray     ? fmt::format("in [[{}]]", table)
                                   : fmt::format("in [{}]", table),
                     didYouMean(meant), fmt::join(here, ", "));
}

/// Returns a text if the parser found a number too large for its type, otherwise an empty string.
std::string whyTooLarge(const toml::parse_error& error) {
  // The parser reports this only in these words.
  const std::string_view description = error.description();
  const bool isReal = description.ends_with("' could not be interpreted as a value");
  const bool isInteger = description.ends_with("' is not representable in 64 bits");
  const std::size_t begin = description.find('\'') + 1, end = description.rfind('\'');
  if ((!isReal && !isInteger) || begin > end) return {};
  return fmt::format("{} is beyond {}", shortened(description.substr(begin, end - begin), 40),
                     isReal ? "1.8e+308, the largest number of double precision"
                            : "9223372036854775807, the largest integer");
}

/// Returns the text of a value on one line, from its first to its last character.
std::string textAt(const std::string& text, const toml::source_region& region) {
  std::istringstream lines(text);
  std::string line;
  for (toml::source_index k = 0; k < region.begin.line; ++k) std::getline(lines, line);
  std::string part;
  toml::source_index column = 0;
  for (const char c : line) {
    // Columns are characters.
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++column;
    if (column >= region.begin.column && column < region.end.column) part += c;
  }
  return part;
}

/// Calls `refuse(why)` for the first number of a node that the parser has rounded to 0, although
/// the number is not 0. `text` is the source of the node.
template <typename Refuse>
void requireNoneTooSmall(const toml::node& node, const std::string& text, const Refuse& refuse) {
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, value] : *table) requireNoneTooSmall(value, text, refuse);
  } else if (const toml::array* array = node.as_array()) {
    for (const toml::node& value : *array) requireNoneTooSmall(value, text, refuse);
  } else if (const auto* real = node.as_floating_point(); real != nullptr && real->get() == 0.0) {
    const std::string number = textAt(text, node.source());
    if (isTooSmall(number)) refuse(node.source().begin, shortened(number, 40) + " is " + kTooSmall);
  }
}

/// Returns the key that is before an error on the same line, or an empty string.
std::string keyBefore(const std::string& text, const toml::source_position& place) {
  std::istringstream lines(text);
  std::string line;
  for (toml::source_index k = 0; k < place.line; ++k) std::getline(lines, line);
  line.resize(std::min(line.size(), static_cast<std::size_t>(place.column)));
  const std::size_t equals = line.find('=');
  return equals == std::string::npos ? "" : std::string(file::trimmed(line.substr(0, equals)));
}

/// Returns a table {v = VALUE}. VALUE is taken as a string if it is not a single TOML value.
/// `refuse` throws an error with the reason.
template <typename Refuse>
toml::table parseValue(const std::string& value, const Refuse& refuse) {
  try {
    const std::string text = "v = " + value;
    toml::table parsed = toml::parse(text);
    requireNoneTooSmall(parsed, text, [&](const auto&, const std::string& why) { refuse(why); });
    if (parsed.size() == 1) return parsed;
  } catch (const toml::parse_error& error) {
    if (const std::string why = whyTooLarge(error); !why.empty()) refuse(why);
    // The value is not TOML, but a bare word or a path.
  }
  return toml::table{{"v", value}};
}

}  // namespace

TomlDocument::TomlDocument(const std::string& text, std::string source,
                           const std::vector<std::string>& overrides)
    : source_(std::move(source)) {
  if (const std::size_t line = lineOfDeepKey(text); line > 0) {
    throw InputError(fmt::format("{}:{}", source_, line),
                     fmt::format("a key has more than {} parts", kMostParts));
  }
  const auto refuse = [&](const toml::source_position& place, const std::string& why) {
    throw InputError(fmt::format("{}:{}", source_, place.line),
                     printable(shortened(why, kMostShown)));
  };
  const auto refuseNumber = [&](const toml::source_position& place, const std::string& why) {
    const std::string key = keyBefore(text, place);
    refuse(place, (key.empty() ? "" : shortened(key, kMostShown / 2) + ": ") + why);
  };
  try {
    root_ = toml::parse(text);
  } catch (const toml::parse_error& error) {
    const toml::source_position& place = error.source().begin;
    if (const std::string why = whyTooLarge(error); !why.empty()) refuseNumber(place, why);
    refuse(place, std::string(error.description()));
  }
  requireNoneTooSmall(root_, text, refuseNumber);
  for (const std::string& assignment : overrides) apply(assignment);
}

void TomlDocument::apply(const std::string& assignment) {
  const std::string option =
      assignment.empty() ? "override" : printable(shortened(assignment, kMostShown));
  const auto refuse = [&](const std::string& why) { throw InputError(option, printable(why)); };
  if (lineOfDeepKey(assignment) > 0) {
    refuse(fmt::format("a key has more than {} parts", kMostParts));
  }
  if (!isUtf8(assignment)) refuse("is not UTF-8");
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos) refuse("expected KEY=VALUE");
  const std::string path = assignment.substr(0, equals);
  const std::vector<std::string> keys = splitPath(path);
  if (std::ranges::count(keys, "") > 0)
    refuse(fmt::format("{} is not a dotted path", file::inQuotes(path)));
  const toml::table parsed = parseValue(assignment.substr(equals + 1), [&](const std::string& why) {
    refuse(shortened(path, kMostShown) + ": " + why);
  });

  toml::node* at = &root_;
  std::string walked;
  for (std::size_t depth = 0; depth < keys.size(); ++depth) {
    const std::string& key = keys[depth];
    const bool isLast = depth + 1 == keys.size();
    if (toml::array* array = at->as_array()) {
      const std::size_t index = numberIn<std::size_t>(key).value_or(array->size());
      if (index >= array->size()) {
        refuse(fmt::format("{} has no entry {}, only {}", shortened(walked, kMostShown),
                           file::inQuotes(key), array->size()));
      }
      const auto entry = array->cbegin() + static_cast<std::ptrdiff_t>(index);
      if (isLast) array->replace(entry, *parsed.get("v"));
      at = array->get(index);
    } else if (toml::table* table = at->as_table()) {
      if (isLast) {
        table->insert_or_assign(key, *parsed.get("v"));
      } else if (!table->contains(key)) {
        if (numberIn<std::size_t>(keys[depth + 1])) {
          refuse(fmt::format("there is no {} to change", shortened(key, kMostShown)));
        }
        table->insert(key, toml::table{});
      }
      at = table->get(key);
    } else {
      refuse(fmt::format("{} is {}, without parts", shortened(walked, kMostShown), typeName(*at)));
    }
    walked += (walked.empty() ? "" : ".") + key;
  }
  overrides_[path] = option;
}

TomlDocument::Found TomlDocument::nearest(const std::string& path) const {
  const toml::node* at = &root_;
  for (const std::string& key : splitPath(path)) {
    const toml::node* next = partOf(*at, key);
    if (next == nullptr) return {at, false};
    at = next;
  }
  return {at, true};
}

const toml::node& TomlDocument::require(const std::string& path) const {
  const Found found = nearest(path);
  if (!found.isWhole) fail(path, "missing");
  return *found.node;
}

std::size_t TomlDocument::entries(const std::string& path, std::size_t least,
                                  std::size_t most) const {
  const toml::node& node = require(path);
  const toml::array* array = node.as_array();
  if (array == nullptr) failWrongType(path, node, "an array");
  if (array->size() < least || array->size() > most) {
    fail(path, fmt::format("expected {}{} {}, found {}", least < most ? "at most " : "", most,
                           most == 1 ? "entry" : "entries", array->size()));
  }
  return array->size();
}

std::size_t TomlDocument::tables(const std::string& key) const {
  const toml::array* array = root_.get_as<toml::array>(key);
  return array != nullptr ? array->size() : 0;
}

template <typename T>
T TomlDocument::get(const std::string& path) const {
  const toml::node& node = require(path);
  // A word of digits, such as a year, needs no quotes in an override.
  if constexpr (std::is_same_v<T, std::string>) {
    if (node.is_integer() && isOverridden(path)) return std::to_string(node.as_integer()->get());
  }
  // toml++ converts a number if the conversion is exact, for example a double without a fraction to
  // an integer. It tries this conversion with any double, which is undefined behaviour beyond the
  // range of integers.
  const auto* const real = node.as_floating_point();
  const bool isTried =
      std::is_same_v<T, double> || real == nullptr || std::abs(real->get()) < 0x1p63;
  const std::optional<T> value =
      isTried && (node.is_number() || node.is_string()) ? node.value<T>() : std::nullopt;
  if (!value) {
    failWrongType(path, node,
                  std::is_same_v<T, double>         ? "a number"
                  : std::is_same_v<T, std::int64_t> ? "an integer"
                                                    : "a string");
  }
  return *value;
}

template double TomlDocument::get(const std::string& path) const;
template std::int64_t TomlDocument::get(const std::string& path) const;
template std::string TomlDocument::get(const std::string& path) const;

void TomlDocument::refuseUnknownKeys(const toml::table& table, const std::string& path,
                                     const std::string& pattern,
                                     const std::vector<std::string>& known) const {
  std::set<std::string> here;
  const auto begin = [&](const std::string& start) {
    return std::ranges::any_of(known, [&](auto& each) { return each.starts_with(start); });
  };
  for (const std::string& each : known) {
    if (each.starts_with(pattern)) here.insert(splitPath(each.substr(pattern.size())).front());
  }
  for (const auto& [key, node] : table) {
    const std::string name(key.str()), at = path + name, inside = pattern + name + ".";
    if (!here.contains(name)) {
      failAt(&node, at, unknownKey(name, path, pattern, here, known));
    }
    if (begin(inside + "*.")) {
      if (!node.is_array()) failWrongType(at, node, "an array of tables");
      for (std::size_t i = 0; i < node.as_array()->size(); ++i) {
        const toml::node& entry = *node.as_array()->get(i);
        const std::string entryPath = fmt::format("{}.{}", at, i);
        if (!entry.is_table()) failWrongType(entryPath, entry, "a table");
        refuseUnknownKeys(*entry.as_table(), entryPath + ".", inside + "*.", known);
      }
    } else if (begin(inside)) {
      if (!node.is_table()) failWrongType(at, node, "a table");
      refuseUnknownKeys(*node.as_table(), at + ".", inside, known);
    }
  }
}

void TomlDocument::erase(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  toml::table& table = *root_.at_path(path.substr(0, dot)).as_table();
  table.erase(path.substr(dot + 1));
}

void TomlDocument::fail(const std::string& path, const std::string& why) const {
  // The line of a missing key is the line in which its table begins; a missing key at the top level
  // has no line.
  const toml::node* node = nearest(path).node;
  failAt(node == &root_ ? nullptr : node, path, why);
}

void TomlDocument::failWrongType(const std::string& path, const toml::node& node,
                                 const char* expected) const {
  failAt(&node, path, fmt::format("expected {}, found {}", expected, show(node)));
}

void TomlDocument::failAt(const toml::node* node, const std::string& path,
                          const std::string& why) const {
  const std::string message = printable(shortened(path, kMostShown) + ": " + why);
  for (std::string part = path; !part.empty();) {
    const auto found = overrides_.find(part);
    if (found != overrides_.end()) throw InputError(found->second, message);
    const std::size_t dot = part.rfind('.');
    part.resize(dot == std::string::npos ? 0 : dot);
  }
  const toml::source_index line = node != nullptr ? node->source().begin.line : 0;
  // A table without a line was made by an override of one of its keys.
  const auto inside = overrides_.lower_bound(path + ".");
  if (node != nullptr && line == 0 && inside != overrides_.end() &&
      inside->first.starts_with(path + ".")) {
    throw InputError(inside->second, message);
  }
  throw InputError(line > 0 ? fmt::format("{}:{}", source_, line) : source_, message);
}

}  // namespace gpubuck::scenario
