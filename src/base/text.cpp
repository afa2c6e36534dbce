#include "base/text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace gpubuck {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Returns the optimal string alignment distance, without regard to case.
std::size_t distance(std::string_view a, std::string_view b) {
  // The last three rows of the table: for the two letters of `a` before the present letter, and for
  // the present letter.
  std::array<std::vector<std::size_t>, 3> rows;
  for (auto& row : rows) row.resize(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) rows[1][j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto& [beforeLast, last, _] = rows;
    std::vector<std::size_t>& row = rows[2];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const bool isSame = lower(a[i]) == lower(b[j]);
      row[j + 1] = std::min({last[j] + (isSame ? 0 : 1), last[j + 1] + 1, row[j] + 1});
      const bool isSwapped =
          i > 0 && j > 0 && lower(a[i]) == lower(b[j - 1]) && lower(a[i - 1]) == lower(b[j]);
      if (isSwapped) row[j + 1] = std::min(row[j + 1], beforeLast[j - 1] + 1);
    }
    std::rotate(rows.begin(), rows.begin() + 1, rows.end());
  }
  return rows[1].back();
}

}  // namespace

std::string nearestName(std::string_view word, const std::vector<std::string>& names) {
  constexpr std::size_t kLongest = 100;  // longer than any name; a long word would take long
  if (word.size() > kLongest) return {};
  std::string nearest;
  std::size_t least = 0;
  for (const std::string& name : names) {
    const std::size_t far = distance(word, name);
    if (3 * far > std::max<std::size_t>(name.size(), 3)) continue;
    if (!nearest.empty() && far >= least) continue;
    nearest = name;
    least = far;
  }
  return nearest;
}

std::string didYouMean(const std::string& name) {
  return name.empty() ? "" : " (did you mean " + name + "?)";
}

}  // namespace gpubuck
