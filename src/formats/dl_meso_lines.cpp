#include "formats/dl_meso_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "base/enum_names.h"
#include "base/plural.h"

namespace gpubuck::formats {

std::string DlMesoLines::title() {
  std::string_view line;
  if (!lines_.next(line)) file_.fail("empty file, expected a title");
  return std::string(file::trimmed(line));
}

bool DlMesoLines::next() {
  words_.clear();
  for (std::string_view line; words_.empty() && lines_.next(line);) {
    words_ = file::splitWords(line, " \t,");
  }
  return !words_.empty();
}

void DlMesoLines::require(std::string_view what) {
  if (!next()) file_.fail(fmt::format("ends early, expected {}", what));
}

bool DlMesoLines::is(std::string_view stem, std::size_t i) const {
  const std::string_view here = word(i).substr(0, stem.size());
  return std::ranges::equal(here, stem, [](char c, char of) {
    return std::tolower(static_cast<unsigned char>(c)) == of;
  });
}

void DlMesoLines::requireWords(std::size_t least, std::size_t most, std::string_view form) const {
  if (count() >= least && count() <= most) return;
  fail(fmt::format("{}, expected {}", counted(static_cast<std::int64_t>(count()), "word"), form));
}

void DlMesoLines::requireNoMore(std::size_t i) const {
  for (; i < count(); ++i) {
    if (real(i) != 0.0) fail(fmt::format("{} is one number too many", file::inQuotes(word(i))));
  }
}

int DlMesoLines::species(std::size_t i, const dpd::Fluid& fluid) const {
  const std::vector<std::string> names = namesOf(fluid.species);
  const auto found = std::ranges::find(names, word(i));
  if (found != names.end()) return static_cast<int>(found - names.begin());
  const auto number = numberIn<int>(word(i));
  if (number && *number >= 1 && *number <= std::ssize(names)) return *number - 1;
  fail(fmt::format("{} is not one of the species {}", file::inQuotes(word(i)),
                   fmt::join(names, ", ")));
}

std::int64_t DlMesoLines::whole(std::size_t i, std::string_view what, std::int64_t least,
                                std::int64_t most) const {
  const auto value = numberIn<std::int64_t>(file::withoutPlus(word(i)));
  if (value && *value >= least && *value <= most) return *value;
  fail(fmt::format("{} is not a valid {} ({}..{})", file::inQuotes(word(i)), what, least, most));
}

std::int64_t DlMesoLines::announced(std::string_view what, std::int64_t most) const {
  requireWords(2, 2, "a keyword and a number");
  return whole(1, what, 0, most);
}

}  // namespace gpubuck::formats
