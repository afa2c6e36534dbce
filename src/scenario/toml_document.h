// A TOML document read strictly: every value is asked for by name and type, every error names the
// file, the line, the key and the value, and a key that nobody asked for is an error.
#pragma once

#include <toml++/toml.h>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gpubuck::scenario {

/// A parsed document with the overrides of the command line put in.
class TomlDocument {
 public:
  /// `source` names the text in errors. Each override is `PATH=VALUE`: PATH dotted, array entries
  /// by index; VALUE is TOML, or a plain string where it is none. Throws InputError.
  TomlDocument(const std::string& text, std::string source,
               const std::vector<std::string>& overrides);

  const toml::table& root() const { return root_; }
  /// Throws the InputError for the value at a dotted path: `FILE:LINE: PATH: WHY`, or
  /// `--set PATH=VALUE: PATH: WHY` where an override made it. Without a node, the file alone.
  [[noreturn]] void fail(const std::string& path, const toml::node* node,
                         const std::string& why) const;

 private:
  void apply(const std::string& assignment);

  std::string source_;
  toml::table root_;
  std::map<std::string, std::string> overrides_;  ///< dotted path -> the option as given
};

/// One table of a document, or its absence. Accessors without a fallback throw when the key is
/// missing; all throw on a wrong type. Numbers must be finite; integers pass as numbers.
class TomlSection {
 public:
  explicit TomlSection(const TomlDocument& document)
      : TomlSection(document, &document.root(), {}) {}

  /// The table `key`, empty when absent.
  TomlSection section(const std::string& key);
  /// The tables of the array of tables `key`, none when absent.
  std::vector<TomlSection> sections(const std::string& key);

  bool has(const std::string& key);
  double number(const std::string& key, std::optional<double> fallback = {});
  std::optional<double> optionalNumber(const std::string& key);
  /// Within [least, most].
  std::int64_t integer(const std::string& key, std::int64_t least, std::int64_t most,
                       std::int64_t fallback);
  std::string string(const std::string& key, const std::optional<std::string>& fallback = {});
  /// Exactly `count` numbers.
  std::vector<double> numbers(const std::string& key, std::size_t count,
                              const std::optional<std::vector<double>>& fallback = {});
  std::vector<std::string> strings(const std::string& key,
                                   const std::optional<std::vector<std::string>>& fallback = {});

  /// One of the words, as the value that stands beside it.
  template <typename T>
  T choice(const std::string& key, const std::map<std::string, T>& words,
           const std::string& fallback) {
    const std::string word = string(key, fallback);
    const auto found = words.find(word);
    if (found == words.end()) failChoice(key, word, namesOf(words));
    return found->second;
  }

  /// Throws for a key of this table that no accessor was called with. To be called last.
  void refuseUnknownKeys() const;

  /// Throws the error for the value of `key`.
  [[noreturn]] void fail(const std::string& key, const std::string& why) const;
  /// Throws for an entry of the array `key`.
  [[noreturn]] void fail(const std::string& key, std::size_t entry, const std::string& why) const;
  [[noreturn]] void failChoice(const std::string& key, const std::string& word,
                               const std::vector<std::string>& words) const;

 private:
  TomlSection(const TomlDocument& document, const toml::table* table, std::string path)
      : document_(&document), table_(table), path_(std::move(path)) {}

  template <typename T>
  static std::vector<std::string> namesOf(const std::map<std::string, T>& words) {
    std::vector<std::string> names;
    for (const auto& [name, value] : words) names.push_back(name);
    return names;
  }
  std::string pathOf(const std::string& key) const {
    return path_.empty() ? key : path_ + "." + key;
  }
  /// The value of `key` and a note that it is known; null when absent.
  const toml::node* find(const std::string& key);
  const toml::node& require(const std::string& key);
  /// The array `key`, of `count` entries where that is given.
  const toml::array& requireArray(const std::string& key, std::optional<std::size_t> count);
  double toNumber(const toml::node& node, const std::string& path) const;
  std::string toString(const toml::node& node, const std::string& path) const;

  const TomlDocument* document_;
  const toml::table* table_;
  std::string path_;
  std::set<std::string> known_;
};

}  // namespace gpubuck::scenario
