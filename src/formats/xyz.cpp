#include "formats/xyz.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/id.h"
#include "base/plural.h"

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
  } while (line.empty() && columns_ > 0);  // editors leave blank lines at the end
  const std::optional<std::int64_t> count = numberIn<std::int64_t>(line);
  if (!count || *count < rules_.fewest || *count > kMaxCount) {
    lines_.fail(fmt::format("{} is not a number of {} within {}..{}", file::inQuotes(line),
                            rules_.elements, rules_.fewest, kMaxCount));
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

std::optional<pairs::Cell> XyzReader::cell() const {
  const auto lattice = value("Lattice");
  const auto pbc = value("pbc");
  pairs::Cell cell;
  cell.periodic.fill(lattice.has_value());
  if (pbc) {
    const std::vector<std::string_view> words = file::splitWords(*pbc, file::kBlanks);
    const auto isFlag = [](std::string_view word) { return word == "T" || word == "F"; };
    if (words.size() != 3 || !std::ranges::all_of(words, isFlag)) {
      lines_.fail(fmt::format("pbc {} is not 3 of T and F", file::inQuotes(*pbc)));
    }
    std::ranges::transform(words, cell.periodic.begin(), [](auto word) { return word == "T"; });
  }
  if (!lattice) {
    if (std::ranges::find(cell.periodic, true) == cell.periodic.end()) return {};
    lines_.fail(fmt::format("pbc is {}, but there is no Lattice", file::inQuotes(*pbc)));
  }
  const std::vector<std::string_view> numbers = file::splitWords(*lattice, file::kBlanks);
  if (numbers.size() != 9) {
    lines_.fail(fmt::format("Lattice {} is not 9 numbers", file::inQuotes(*lattice)));
  }
  for (std::size_t k = 0; k < 9; ++k) cell.vectors[k / 3][k % 3] = lines_.real<double>(numbers[k]);
  return cell;
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
  if (words_.size() < columns_ || (words_.size() > columns_ && !moreMayFollow_)) {
    lines_.fail(fmt::format("{}, expected {}", counted(std::ssize(words_), "column"), columns_));
  }
  ++read_;
  return true;
}

void XyzReader::skipElements() {
  for (; read_ < count_; ++read_) nextLine();
  if (lines_.isUnended()) lines_.fail("the line has no end");
}

}  // namespace gpubuck::formats
