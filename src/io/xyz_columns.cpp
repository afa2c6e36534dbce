#include "io/xyz_columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "io/input_file.h"

namespace gpubuck::io {

std::vector<std::string_view> splitWords(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
    if (text.empty()) return words;
    const std::size_t length = std::min(text.find_first_of(separators), text.size());
    words.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

std::optional<std::string_view> xyzValue(std::string_view line, std::string_view key) {
  while (!line.empty()) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::size_t equals = line.find_first_of("= ");
    if (equals >= line.size() || line[equals] == ' ') {  // a word without a value
      line.remove_prefix(std::min(equals, line.size()));
      continue;
    }
    const std::string_view name = line.substr(0, equals);
    line.remove_prefix(equals + 1);
    const bool isQuoted = line.starts_with('"');
    if (isQuoted) line.remove_prefix(1);
    const std::string_view value = line.substr(0, line.find(isQuoted ? '"' : ' '));
    if (name == key) return value;
    line.remove_prefix(std::min(value.size() + 1, line.size()));
  }
  return {};
}

XyzColumns readXyzColumns(std::string_view line, const std::string& where) {
  XyzColumns columns;
  columns.properties = xyzValue(line, "Properties").value_or("species:S:1:pos:R:3");
  const std::vector<std::string_view> words = splitWords(columns.properties, ":");
  for (std::size_t i = 0; i < words.size(); i += 3) {
    const bool isWhole = i + 2 < words.size() && words[i + 2].size() == 1 &&
                         words[i + 2][0] >= '1' && words[i + 2][0] <= '9';
    if (!isWhole) {
      throw InputError(where, fmt::format("Properties {} is not a list of name:type:columns",
                                          inQuotes(columns.properties)));
    }
    columns.start[std::string(words[i])] = columns.count;
    columns.count += static_cast<std::size_t>(words[i + 2][0] - '0');
  }
  return columns;
}

}  // namespace gpubuck::io
