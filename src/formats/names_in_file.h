// Species and kinds of bonds and angles as files name them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "file/input_file.h"
#include "formats/particles.h"

namespace gpubuck::formats {

/// Appends a species or kind for each of the names. Calls fail(why) for more than `most` and for
/// names that none can have; `what` they are of, such as "bonds".
template <typename Named, typename Fail>
void addNamed(const std::vector<std::string>& names, const char* what, std::size_t most,
              std::vector<Named>& all, const Fail& fail) {
  if (names.size() > most) {
    fail(fmt::format("has {} types of {}, more than {}", names.size(), what, most));
  }
  for (const std::string& name : names) {
    if (const std::string why = whyNotSpeciesName(name); !why.empty()) fail(why);
    if (std::ranges::find(all, name, &Named::name) != all.end()) {
      fail(fmt::format("has two types of {} of the name {}", what, file::inQuotes(name)));
    }
    all.emplace_back().name = name;
  }
}

/// Returns the names that a fluid of at most `most` species needs: all of them, or those that an
/// element is `of` where there are more. Names of types that no element has count for nothing.
template <typename Number>
std::vector<std::string> usedNames(std::vector<std::string> names, const std::vector<Number>& of,
                                   std::size_t most) {
  if (names.size() <= most) return names;
  std::vector<bool> isUsed(names.size(), false);
  for (const Number number : of) {
    if (static_cast<std::size_t>(number) < isUsed.size()) {
      isUsed[static_cast<std::size_t>(number)] = true;
    }
  }
  if (of.empty()) isUsed[0] = true;  // a file without numbers of types
  std::vector<std::string> used;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (isUsed[k]) used.push_back(std::move(names[k]));
  }
  return used;
}

/// Returns where each name is among species or kinds, or -1 where it is not.
template <typename Named>
std::vector<int> placesOf(const std::vector<std::string>& names, const std::vector<Named>& all) {
  std::vector<int> places;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(all, name, &Named::name);
    places.push_back(found == all.end() ? -1 : static_cast<int>(found - all.begin()));
  }
  return places;
}

}  // namespace gpubuck::formats
