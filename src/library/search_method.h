// The search that an option names.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "base/error.h"
#include "cells/method.h"

namespace gpubuck::library {

/// Throws InputError for a word that names none.
inline cells::Method methodFrom(const std::string& word) {
  if (const std::optional<cells::Method> method = cells::parseMethod(word)) return *method;
  throw InputError("search", fmt::format("'{}' is none of {}", word, cells::kMethodWords));
}

}  // namespace gpubuck::library
