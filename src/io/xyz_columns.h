// The second line of a frame of extended XYZ: which columns hold what.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpubuck::io {

/// The words of a text between any number of separators.
std::vector<std::string_view> splitWords(std::string_view text, std::string_view separators);

/// The value of `key` on a frame's second line, without its quotes.
std::optional<std::string_view> xyzValue(std::string_view line, std::string_view key);

/// The columns of a frame's lines.
struct XyzColumns {
  std::string properties;                                 ///< as written: "species:S:1:pos:R:3"
  std::map<std::string, std::size_t, std::less<>> start;  ///< first column of each property
  std::size_t count = 0;

  bool has(std::string_view property) const { return start.find(property) != start.end(); }
  /// Of a property that there is.
  std::size_t first(std::string_view property) const { return start.find(property)->second; }
};

/// From a frame's second line; without Properties the columns are species, x, y, z. Throws
/// InputError naming `where`.
XyzColumns readXyzColumns(std::string_view line, const std::string& where);

}  // namespace gpubuck::io
