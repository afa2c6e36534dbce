// Parses texts in the tests of the scenario layer.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "scenario/scenario.h"
#include "scenario/two_species.h"
#include "support/errors.h"

namespace gpubuck::scenario::test {

using gpubuck::test::Facts;
using gpubuck::test::names;

using Overrides = std::vector<std::string>;

inline Scenario parse(const std::string& text, const Overrides& overrides = {}) {
  return parseScenario(text, "x.toml", "/folder", overrides);
}

/// Returns the message of the InputError that the text causes, or "no error".
inline std::string errorOf(const std::string& text, const Overrides& overrides = {}) {
  try {
    parse(text, overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace gpubuck::scenario::test
