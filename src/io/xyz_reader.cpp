#include "io/xyz_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/id.h"
#include "base/number.h"

namespace gpubuck::io {

void XyzReader::fail(const std::string& why) const { throw InputError(lines_.where(), why); }

std::string_view XyzReader::nextLine() {
  std::string_view line;
  if (!lines_.next(line)) {
    throw InputError(file_.name(), fmt::format("ends after line {}, with {} of {} {}",
                                               lines_.number(), read_, count_, rules_.elements));
  }
  return line;
}

bool XyzReader::nextFrame() {
  std::string_view line;
  do {
    if (!lines_.next(line)) return false;
    line = trimmed(line);
  } while (line.empty() && columns_ > 0);  // editors leave blank lines at the end
  const std::optional<std::int64_t> count = numberIn<std::int64_t>(line);
  if (!count || *count < rules_.fewest || *count > kMaxCount) {
    fail(fmt::format("{} is not a number of {} within {}..{}", inQuotes(line), rules_.elements,
                     rules_.fewest, kMaxCount));
  }
  count_ = *count;
  read_ = 0;
  header_ = nextLine();
  readProperties();
  return true;
}

std::optional<std::string_view> XyzReader::value(std::string_view key) const {
  std::string_view line = header_;
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
    const std::string_view text = line.substr(0, line.find(isQuoted ? '"' : ' '));
    if (name == key) return text;
    line.remove_prefix(std::min(text.size() + 1, line.size()));
  }
  return {};
}

void XyzReader::readProperties() {
  properties_ = value("Properties").value_or("species:S:1:pos:R:3");
  start_.clear();
  columns_ = 0;
  const std::vector<std::string_view> words = splitWords(properties_, ":");
  for (std::size_t i = 0; i < words.size(); i += 3) {
    const auto columns = numberIn<std::size_t>(i + 2 < words.size() ? words[i + 2] : "");
    if (!columns || *columns < 1 || *columns > 9) {
      fail(fmt::format("Properties {} is not a list of name:type:columns", inQuotes(properties_)));
    }
    start_[std::string(words[i])] = columns_;
    columns_ += *columns;
  }
}

void XyzReader::require(std::string_view property, std::size_t columns) const {
  if (has(property) && first(property) + columns <= columns_) return;
  fail(fmt::format("Properties {} has no {} of {} {}", inQuotes(properties_), property, columns,
                   columns == 1 ? "column" : "columns"));
}

void XyzReader::nextElement() {
  words_ = splitWords(nextLine(), kBlanks);
  const bool moreMayFollow = rules_.moreColumns && !value("Properties");
  if (words_.size() < columns_ || (words_.size() > columns_ && !moreMayFollow)) {
    fail(fmt::format("{} columns, expected {}", words_.size(), columns_));
  }
  ++read_;
}

std::string_view XyzReader::word(std::string_view property) const {
  return words_[first(property)];
}

template <typename T>
glm::vec<3, T> XyzReader::vector(std::string_view property) const {
  glm::vec<3, T> result(0);
  for (int axis = 0; axis < 3; ++axis) {
    const std::string_view text = words_[first(property) + static_cast<std::size_t>(axis)];
    const std::optional<T> number = numberIn<T>(withoutPlus(text));
    if (!number) fail(inQuotes(text) + " is not a finite number");
    result[axis] = *number;
  }
  return result;
}
template glm::vec3 XyzReader::vector<float>(std::string_view) const;
template glm::dvec3 XyzReader::vector<double>(std::string_view) const;

}  // namespace gpubuck::io
