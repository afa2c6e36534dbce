#include "scenario/toml_document.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
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

[[noreturn]] void failWrongType(const TomlDocument& document, const std::string& path,
                                const toml::node& node, std::string_view expected) {
  document.fail(path, &node, fmt::format("expected {}, found {}", expected, show(node)));
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

void TomlDocument::fail(const std::string& path, const toml::node* node,
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

TomlSection TomlSection::section(const std::string& key) {
  const toml::node* node = find(key);
  if (node != nullptr && !node->is_table()) {
    failWrongType(*document_, pathOf(key), *node, "a table");
  }
  return {*document_, node != nullptr ? node->as_table() : nullptr, pathOf(key)};
}

std::vector<TomlSection> TomlSection::sections(const std::string& key) {
  std::vector<TomlSection> tables;
  const toml::node* node = find(key);
  if (node == nullptr) return tables;
  const toml::array* array = node->as_array();
  if (array == nullptr) failWrongType(*document_, pathOf(key), *node, "an array of tables");
  for (std::size_t i = 0; i < array->size(); ++i) {
    const std::string path = fmt::format("{}.{}", pathOf(key), i);
    const toml::node& entry = *array->get(i);
    if (!entry.is_table()) failWrongType(*document_, path, entry, "a table");
    tables.push_back({*document_, entry.as_table(), path});
  }
  return tables;
}

bool TomlSection::has(const std::string& key) { return find(key) != nullptr; }

double TomlSection::number(const std::string& key, std::optional<double> fallback) {
  if (fallback && !has(key)) return *fallback;
  return toNumber(require(key), pathOf(key));
}

std::optional<double> TomlSection::optionalNumber(const std::string& key) {
  if (!has(key)) return {};
  return number(key);
}

std::int64_t TomlSection::integer(const std::string& key, std::int64_t least, std::int64_t most,
                                  std::int64_t fallback) {
  if (!has(key)) return fallback;
  const toml::node& node = require(key);
  const auto* integer = node.as_integer();
  if (integer == nullptr) failWrongType(*document_, pathOf(key), node, "an integer");
  if (integer->get() < least || integer->get() > most) {
    fail(key, fmt::format("{} is not in {}..{}", integer->get(), least, most));
  }
  return integer->get();
}

std::string TomlSection::string(const std::string& key,
                                const std::optional<std::string>& fallback) {
  if (fallback && !has(key)) return *fallback;
  return toString(require(key), pathOf(key));
}

std::vector<double> TomlSection::numbers(const std::string& key, std::size_t count,
                                         const std::optional<std::vector<double>>& fallback) {
  if (fallback && !has(key)) return *fallback;
  const toml::array& array = requireArray(key, count);
  std::vector<double> values;
  for (std::size_t i = 0; i < array.size(); ++i) {
    values.push_back(toNumber(*array.get(i), fmt::format("{}.{}", pathOf(key), i)));
  }
  return values;
}

std::vector<std::string> TomlSection::strings(
    const std::string& key, const std::optional<std::vector<std::string>>& fallback) {
  if (fallback && !has(key)) return *fallback;
  const toml::array& array = requireArray(key, {});
  std::vector<std::string> values;
  for (std::size_t i = 0; i < array.size(); ++i) {
    values.push_back(toString(*array.get(i), fmt::format("{}.{}", pathOf(key), i)));
  }
  return values;
}

void TomlSection::refuseUnknownKeys() const {
  if (table_ == nullptr) return;
  for (const auto& [key, node] : *table_) {
    if (known_.count(std::string(key.str())) == 0) {
      document_->fail(pathOf(std::string(key.str())), &node,
                      fmt::format("unknown key, known here: {}", fmt::join(known_, ", ")));
    }
  }
}

void TomlSection::fail(const std::string& key, const std::string& why) const {
  const toml::node* node = table_ != nullptr ? table_->get(key) : nullptr;
  // A missing key is sought where its table begins; the top of the file is no such place.
  const toml::node* table = path_.empty() ? nullptr : table_;
  document_->fail(pathOf(key), node != nullptr ? node : table, why);
}

void TomlSection::fail(const std::string& key, std::size_t entry, const std::string& why) const {
  const toml::array* array = table_ != nullptr ? table_->get_as<toml::array>(key) : nullptr;
  document_->fail(fmt::format("{}.{}", pathOf(key), entry),
                  array != nullptr ? array->get(entry) : table_, why);
}

void TomlSection::failChoice(const std::string& key, const std::string& word,
                             const std::vector<std::string>& words) const {
  fail(key, fmt::format("'{}' is not one of {}", word, fmt::join(words, ", ")));
}

const toml::node* TomlSection::find(const std::string& key) {
  known_.insert(key);
  return table_ != nullptr ? table_->get(key) : nullptr;
}

const toml::node& TomlSection::require(const std::string& key) {
  const toml::node* node = find(key);
  if (node == nullptr) fail(key, "missing");
  return *node;
}

const toml::array& TomlSection::requireArray(const std::string& key,
                                             std::optional<std::size_t> count) {
  const toml::node& node = require(key);
  const toml::array* array = node.as_array();
  if (array == nullptr) failWrongType(*document_, pathOf(key), node, "an array");
  if (count && array->size() != *count) {
    fail(key, fmt::format("expected {} entries, found {}", *count, array->size()));
  }
  return *array;
}

double TomlSection::toNumber(const toml::node& node, const std::string& path) const {
  const std::optional<double> value = node.is_number() ? node.value<double>() : std::nullopt;
  if (!value) failWrongType(*document_, path, node, "a number");
  if (!std::isfinite(*value)) document_->fail(path, &node, fmt::format("{} is not finite", *value));
  return *value;
}

std::string TomlSection::toString(const toml::node& node, const std::string& path) const {
  const auto* string = node.as_string();
  if (string == nullptr) failWrongType(*document_, path, node, "a string");
  return string->get();
}

}  // namespace gpubuck::scenario
