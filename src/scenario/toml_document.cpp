#include "scenario/toml_document.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "base/error.h"

namespace gpubuck::scenario {
namespace {

std::string typeName(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

/// The value with its type, as an error shows it; tables and arrays by type alone.
std::string show(const toml::node& node) {
  if (const auto* string = node.as_string()) return fmt::format("the string '{}'", string->get());
  if (const auto* integer = node.as_integer()) return fmt::format("the integer {}", integer->get());
  if (const auto* number = node.as_floating_point())
    return fmt::format("the number {}", number->get());
  if (const auto* boolean = node.as_boolean()) return boolean->get() ? "true" : "false";
  return typeName(node);
}

/// Keys and values may hold line ends; an error may not.
std::string oneLine(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 32 || c == 127; }, ' ');
  return text;
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

std::optional<std::size_t> asIndex(const std::string& key) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
  if (error != std::errc{} || end != key.data() + key.size()) return {};
  return index;
}

/// A table {v = VALUE}; VALUE is taken as a string where it is not one TOML value.
toml::table parseValue(const std::string& value) {
  try {
    toml::table parsed = toml::parse("v = " + value);
    if (parsed.size() == 1) return parsed;
  } catch (const toml::parse_error&) {
    // Not TOML: a bare word or a path.
  }
  return toml::table{{"v", value}};
}

}  // namespace

TomlDocument::TomlDocument(const std::string& text, std::string source,
                           const std::vector<std::string>& overrides)
    : source_(std::move(source)) {
  try {
    root_ = toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}:{}", source_, error.source().begin.line),
                     oneLine(std::string(error.description())));
  }
  for (const std::string& assignment : overrides) apply(assignment);
}

void TomlDocument::apply(const std::string& assignment) {
  const std::string option = oneLine("--set " + assignment);
  const auto refuse = [&](const std::string& why) { throw InputError(option, oneLine(why)); };
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos) refuse("expected KEY=VALUE");
  const std::string path = assignment.substr(0, equals);
  const std::vector<std::string> keys = splitPath(path);
  if (std::count(keys.begin(), keys.end(), "") > 0) {
    refuse(fmt::format("'{}' is not a dotted path", path));
  }
  const toml::table parsed = parseValue(assignment.substr(equals + 1));

  toml::node* at = &root_;
  std::string walked;
  for (std::size_t depth = 0; depth < keys.size(); ++depth) {
    const std::string& key = keys[depth];
    const bool isLast = depth + 1 == keys.size();
    if (toml::array* array = at->as_array()) {
      const std::size_t index = asIndex(key).value_or(array->size());
      if (index >= array->size()) {
        refuse(fmt::format("{} has no entry '{}', only {}", walked, key, array->size()));
      }
      const auto entry = array->cbegin() + static_cast<std::ptrdiff_t>(index);
      if (isLast) array->replace(entry, *parsed.get("v"));
      at = array->get(index);
    } else if (toml::table* table = at->as_table()) {
      if (isLast) {
        table->insert_or_assign(key, *parsed.get("v"));
      } else if (!table->contains(key)) {
        if (asIndex(keys[depth + 1])) refuse(fmt::format("there is no {} to change", key));
        table->insert(key, toml::table{});
      }
      at = table->get(key);
    } else {
      refuse(fmt::format("{} is {}, without parts", walked, typeName(*at)));
    }
    walked += (walked.empty() ? "" : ".") + key;
  }
  overrides_[path] = option;
}

TomlDocument::Found TomlDocument::nearest(const std::string& path) const {
  const toml::node* at = &root_;
  for (const std::string& key : splitPath(path)) {
    const toml::node* next = nullptr;
    if (const toml::table* table = at->as_table()) next = table->get(key);
    if (const toml::array* array = at->as_array()) {
      next = array->get(asIndex(key).value_or(array->size()));
    }
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

std::size_t TomlDocument::entries(const std::string& path, std::optional<std::size_t> count) const {
  const toml::node& node = require(path);
  const toml::array* array = node.as_array();
  if (array == nullptr) failWrongType(path, node, "an array");
  if (count && array->size() != *count) {
    fail(path, fmt::format("expected {} entries, found {}", *count, array->size()));
  }
  return array->size();
}

std::size_t TomlDocument::tables(const std::string& key) const {
  const toml::array* array = root_.get_as<toml::array>(key);
  return array != nullptr ? array->size() : 0;
}

template <>
double TomlDocument::get(const std::string& path) const {
  const toml::node& node = require(path);
  const std::optional<double> value = node.is_number() ? node.value<double>() : std::nullopt;
  if (!value) failWrongType(path, node, "a number");
  return *value;
}

template <>
std::int64_t TomlDocument::get(const std::string& path) const {
  const toml::node& node = require(path);
  // Exact: toml++ converts a double that a whole number holds.
  const std::optional<std::int64_t> value =
      node.is_number() ? node.value<std::int64_t>() : std::nullopt;
  if (!value) failWrongType(path, node, "an integer");
  return *value;
}

template <>
std::string TomlDocument::get(const std::string& path) const {
  const toml::node& node = require(path);
  const auto* string = node.as_string();
  if (string == nullptr) failWrongType(path, node, "a string");
  return string->get();
}

void TomlDocument::refuseUnknownKeys(const std::vector<std::string>& known) const {
  refuseUnknownKeys(root_, "", "", known);
}

void TomlDocument::refuseUnknownKeys(const toml::table& table, const std::string& path,
                                     const std::string& pattern,
                                     const std::vector<std::string>& known) const {
  std::set<std::string> here;
  for (const std::string& each : known) {
    if (each.starts_with(pattern))
      here.insert(each.substr(pattern.size(), each.find('.', pattern.size()) - pattern.size()));
  }
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    const std::string at = path + name;
    if (!here.contains(name)) {
      failAt(&node, at, fmt::format("unknown key, known here: {}", fmt::join(here, ", ")));
    }
    const std::string inside = pattern + name + ".";
    const auto isInside = [&](const std::string& each) { return each.starts_with(inside); };
    if (std::none_of(known.begin(), known.end(), isInside)) continue;
    const bool isArray = std::any_of(known.begin(), known.end(), [&](const std::string& each) {
      return each.starts_with(inside + "*.");
    });
    if (!isArray) {
      if (!node.is_table()) failWrongType(at, node, "a table");
      refuseUnknownKeys(*node.as_table(), at + ".", inside, known);
      continue;
    }
    if (!node.is_array()) failWrongType(at, node, "an array of tables");
    for (std::size_t i = 0; i < node.as_array()->size(); ++i) {
      const toml::node& entry = *node.as_array()->get(i);
      const std::string entryPath = fmt::format("{}.{}", at, i);
      if (!entry.is_table()) failWrongType(entryPath, entry, "a table");
      refuseUnknownKeys(*entry.as_table(), entryPath + ".", inside + "*.", known);
    }
  }
}

void TomlDocument::fail(const std::string& path, const std::string& why) const {
  // What is missing is sought where its table begins; the top of the file is no such place.
  const toml::node* node = nearest(path).node;
  failAt(node == &root_ ? nullptr : node, path, why);
}

void TomlDocument::failWrongType(const std::string& path, const toml::node& node,
                                 const char* expected) const {
  failAt(&node, path, fmt::format("expected {}, found {}", expected, show(node)));
}

void TomlDocument::failAt(const toml::node* node, const std::string& path,
                          const std::string& why) const {
  const std::string message = oneLine(path + ": " + why);
  for (std::string part = path; !part.empty();) {
    const auto found = overrides_.find(part);
    if (found != overrides_.end()) throw InputError(found->second, message);
    const std::size_t dot = part.rfind('.');
    part.resize(dot == std::string::npos ? 0 : dot);
  }
  const toml::source_index line = node != nullptr ? node->source().begin.line : 0;
  // A table without a line was made by an override of something in it.
  const auto inside = overrides_.lower_bound(path + ".");
  if (node != nullptr && line == 0 && inside != overrides_.end() &&
      inside->first.starts_with(path + ".")) {
    throw InputError(inside->second, message);
  }
  throw InputError(line > 0 ? fmt::format("{}:{}", source_, line) : source_, message);
}

}  // namespace gpubuck::scenario
