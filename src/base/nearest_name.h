// The name that somebody meant who wrote another one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpubuck {

/// The name that is fewest typing errors away from `word`: letters left out, too many, wrong, in
/// the other case or swapped with the next one. Empty if the nearest one is further away than a
/// third of its letters. Of several the first.
std::string nearestName(std::string_view word, const std::vector<std::string>& names);

/// Returns what an error adds about the name that was meant: " (did you mean NAME?)", or nothing
/// for an empty name.
std::string didYouMean(const std::string& name);

}  // namespace gpubuck
