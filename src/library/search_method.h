// The search that an option names.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "base/error.h"
#include "search/method.h"

namespace gpubuck::library {

/// Throws InputError for a word that names none.
inline search::Method methodFrom(const std::string& word) {
  if (const std::optional<search::Method> method = search::parseMethod(word)) return *method;
  throw InputError("search", fmt::format("'{}' is none of {}", word, search::kMethodWords));
}

}  // namespace gpubuck::library
