#include "formats/xyz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/id.h"
#include "base/text.h"

namespace gpubuck::formats {

std::string_view XyzReader::nextLine() {
  std::string_view line;
  if (!lines_.next(line)) {
    throw file::EndsEarly(
        file_.name(), fmt::format("ends after line {}, with {} of {} {}", lines_.number(), read_,
                                  count_, rules_.elements));
  }
  return line;
}

bool XyzReader::nextFrame() {
  std::string_view line;
  do {
    if (!lines_.next(line)) return false;
    line = file::trimmed(line);
  } while (line.empty() && columns_ > 0);  // editors may add blank lines at the end of a file
  const std::optional<std::int64_t> count = numberIn<std::int64_t>(line);
  if (!count || *count < rules_.fewest || *count > kMaxCount) {
    lines_.fail(fmt::format("{} is not a number of {} within {}..{}", file::inQuotes(line),
                            rules_.elements, rules_.fewest, kMaxCount));
  }
  count_ = *count;
  read_ = 0;
  header_ = nextLine();
  readKeys();
  readProperties();
  return true;
}

namespace {

/// Removes the next word from a line and returns it without the quotes or brackets around it.
/// Brackets may be nested. A word ends at a blank, or at an equals sign, outside of quotes and
/// brackets.
std::string_view takeWord(std::string_view& line) {
  constexpr std::string_view kOpening = "\"'{[", kClosing = "\"'}]";
  const std::size_t kind = line.empty() ? std::string_view::npos : kOpening.find(line[0]);
  std::size_t end = 0;
  if (kind == std::string_view::npos) {
    end = std::min(line.find_first_of("= \t"), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(end);
    return word;
  }
  for (int depth = 1; depth > 0 && ++end < line.size();) {
    if (line[end] == '\\') {
      ++end;
    } else if (line[end] == kClosing[kind]) {
      --depth;
    } else if (line[end] == kOpening[kind]) {
      ++depth;
    }
  }
  const std::string_view word = line.substr(1, std::min(end, line.size()) - 1);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

}  // namespace

void XyzReader::readKeys() {
  keys_.clear();
  const auto skipBlanks = [](std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(file::kBlanks), line.size()));
  };
  std::string_view line = header_;
  for (skipBlanks(line); !line.empty(); skipBlanks(line)) {
    const std::string_view key = takeWord(line);
    skipBlanks(line);
    if (!line.starts_with('=')) continue;  // a word without a value
    line.remove_prefix(1);
    skipBlanks(line);
    // A value without quotes may have an equals sign.
    std::string_view value;
    if (!line.empty() && std::string_view("\"'{[").find(line[0]) != std::string_view::npos) {
      value = takeWord(line);
    } else {
      value = line.substr(0, line.find_first_of(file::kBlanks));
      line.remove_prefix(value.size());
    }
    keys_.emplace_back(key, value);
  }
}

std::optional<std::string_view> XyzReader::value(std::string_view key) const {
  std::optional<std::string_view> found;
  for (const auto& [name, text] : keys_) {
    if (name != key) continue;
    if (found && *found != text) {
      lines_.fail(fmt::format("{} is given twice, as {} and {}", key, file::inQuotes(*found),
                              file::inQuotes(text)));
    }
    found = text;
  }
  return found;
}

std::vector<double> XyzReader::numbersOf(std::string_view key, std::string_view value,
                                         std::size_t count) const {
  const std::vector<std::string_view> words = file::splitWords(value, " \t,[]{}");
  if (words.size() != count) {
    lines_.fail(fmt::format("{} {} is not {} numbers", key, file::inQuotes(value), count));
  }
  std::vector<double> numbers;
  for (const std::string_view word : words) numbers.push_back(lines_.real<double>(word));
  return numbers;
}

std::optional<pairs::Cell> XyzReader::cell() const {
  const auto lattice = value("Lattice");
  const auto pbc = value("pbc");
  pairs::Cell cell;
  cell.periodic.fill(lattice.has_value());
  if (pbc) {
    constexpr std::array<std::string_view, 10> kFlags{"T", "true",  "True",  "TRUE",  "1",
                                                      "F", "false", "False", "FALSE", "0"};
    const std::vector<std::string_view> words = file::splitWords(*pbc, " \t,[]{}");
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::string_view word = words.empty() ? "" : words[words.size() == 1 ? 0 : axis];
      const auto flag = std::ranges::find(kFlags, word);
      if ((words.size() != 1 && words.size() != 3) || flag == kFlags.end()) {
        lines_.fail(fmt::format("pbc {} is not three letters T or F", file::inQuotes(*pbc)));
      }
      cell.periodic[axis] = flag < kFlags.begin() + kFlags.size() / 2;
    }
  }
  if (!lattice) {
    if (std::ranges::find(cell.periodic, true) == cell.periodic.end()) return {};
    lines_.fail(fmt::format("pbc is {}, but there is no Lattice", file::inQuotes(*pbc)));
  }
  const std::vector<double> numbers = numbersOf("Lattice", *lattice, 9);
  for (std::size_t k = 0; k < 9; ++k) cell.vectors[k / 3][k % 3] = numbers[k];
  return cell;
}

glm::dvec3 XyzReader::origin() const {
  const auto given = value("Origin");
  if (!given) return glm::dvec3(0.0);
  const std::vector<double> numbers = numbersOf("Origin", *given, 3);
  return {numbers[0], numbers[1], numbers[2]};
}

void XyzReader::readProperties() {
  const auto given = value("Properties");
  properties_ = given.value_or("species:S:1:pos:R:3");
  moreMayFollow_ = rules_.moreColumns && !given;
  start_.clear();
  columns_ = 0;
  const std::vector<std::string_view> words = file::splitWords(properties_, ":");
  for (std::size_t i = 0; i < words.size(); i += 3) {
    const auto columns = numberIn<std::size_t>(i + 2 < words.size() ? words[i + 2] : "");
    if (!columns || *columns < 1 || *columns > 9) {
      lines_.fail(fmt::format("Properties {} is not a list of name:type:columns",
                              file::inQuotes(properties_)));
    }
    start_[std::string(words[i])] = columns_;
    columns_ += *columns;
  }
}

void XyzReader::require(std::string_view property, std::size_t columns) const {
  if (has(property) && first(property) + columns <= columns_) return;
  lines_.fail(fmt::format("Properties {} has no {} of {} {}", file::inQuotes(properties_), property,
                          columns, plural(static_cast<std::int64_t>(columns), "column")));
}

bool XyzReader::nextElement() {
  if (read_ == count_) return false;
  words_ = file::splitWords(nextLine(), file::kBlanks);
  ++read_;
  if (words_.size() < columns_ || (words_.size() > columns_ && !moreMayFollow_)) {
    lines_.fail(fmt::format("{}, expected {}", counted(std::ssize(words_), "column"), columns_));
  }
  return true;
}

void XyzReader::skipElements() {
  for (; read_ < count_; ++read_) nextLine();
  if (lines_.isUnended()) lines_.fail("the last line is cut off, without an end of line");
}

}  // namespace gpubuck::formats
