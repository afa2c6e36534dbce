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
