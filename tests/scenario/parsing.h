// Parses texts in the tests of the scenario layer.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "scenario/scenario.h"
#include "scenario/two_species.h"

namespace gpubuck::scenario::test {

using Overrides = std::vector<std::string>;

inline Scenario parse(const std::string& text, const Overrides& overrides = {}) {
  return parseScenario(text, "x.toml", "/folder", overrides);
}

/// The message of the InputError that the text meets, or "no error".
inline std::string errorOf(const std::string& text, const Overrides& overrides = {}) {
  try {
    parse(text, overrides);
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.what();
  }
  return "no error";
}

/// Expects that the text is refused at `key`, with `part` in the reason.
inline void expectError(const std::string& text, const std::string& key, const std::string& part,
                        const Overrides& overrides = {}) {
  const std::string error = errorOf(text, overrides);
  EXPECT_NE(error.find(key + ": "), std::string::npos) << error;
  EXPECT_NE(error.find(part), std::string::npos) << error;
}

}  // namespace gpubuck::scenario::test
