// A TOML document that is read strictly: callers ask for every value by its dotted path and type,
// and every error names the file, the line, the key and the value.
#pragma once

#include <toml++/toml.h>
#include <map>
#include <string>
#include <vector>

namespace gpubuck::scenario {

/// A parsed document in which overrides have replaced values. Entries of arrays are counted from 0
/// in paths: `pair.0.a`.
class TomlDocument {
 public:
  /// `source` names the text in errors. Each override is `PATH=VALUE`; VALUE is TOML, or a plain
  /// string if it is not valid TOML. Throws InputError.
  TomlDocument(const std::string& text, std::string source,
               const std::vector<std::string>& overrides);

  bool has(const std::string& path) const { return nearest(path).isWhole; }
  /// Returns whether an override names exactly this path.
  bool isOverridden(const std::string& path) const { return overrides_.contains(path); }
  /// Removes the value at a path from its table.
  void erase(const std::string& path);
  /// Returns the number of tables in the array of tables `key`, 0 if there is no such array.
  std::size_t tables(const std::string& key) const;

  /// Returns the value at a path, as double, std::int64_t or std::string. Throws InputError if the
  /// value is missing or of another type. A whole number may be read as a double, and a double
  /// without a fraction as a whole number.
  template <typename T>
  T get(const std::string& path) const;
  /// Returns an array of `least` to `most` entries.
  template <typename T>
  std::vector<T> list(const std::string& path, std::size_t least, std::size_t most) const {
    std::vector<T> values;
    const std::size_t size = entries(path, least, most);
    for (std::size_t i = 0; i < size; ++i) {
      values.push_back(get<T>(path + "." + std::to_string(i)));
    }
    return values;
  }

  /// Throws for a key that is not in `known`, which has dotted paths with `*` for an entry of an
  /// array of tables.
  void refuseUnknownKeys(const std::vector<std::string>& known) const {
    refuseUnknownKeys(root_, "", "", known);
  }

  /// Throws the InputError for the value at a path: `FILE:LINE: PATH: WHY`, or `PATH=VALUE: PATH:
  /// WHY` for the value of an override.
  [[noreturn]] void fail(const std::string& path, const std::string& why) const;

 private:
  /// The last existing node along a path, and whether it is the end of the path.
  struct Found {
    const toml::node* node;
    bool isWhole;
  };

  void apply(const std::string& assignment);
  Found nearest(const std::string& path) const;
  const toml::node& require(const std::string& path) const;
  std::size_t entries(const std::string& path, std::size_t least, std::size_t most) const;
  void refuseUnknownKeys(const toml::table& table, const std::string& path,
                         const std::string& pattern, const std::vector<std::string>& known) const;
  [[noreturn]] void failAt(const toml::node* node, const std::string& path,
                           const std::string& why) const;
  [[noreturn]] void failWrongType(const std::string& path, const toml::node& node,
                                  const char* expected) const;

  std::string source_;
  toml::table root_;
  std::map<std::string, std::string> overrides_;  ///< the overrides as given, by dotted path
};

}  // namespace gpubuck::scenario
