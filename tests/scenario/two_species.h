// A scenario of two species and how it is parsed, for the tests of the scenario layer.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "scenario/scenario.h"

namespace gpubuck::scenario::test {

using Overrides = std::vector<std::string>;

/// Line 1 is [box]; every test names lines of this text.
inline const std::string kTwoSpecies = R"([box]
size = [8, 8, 10]
[fluid]
kT = 1.0
[[species]]
name = "light"
fraction = 0.5
[[species]]
name = "heavy"
mass = 3
fraction = 0.5
[[pair]]
species = ["light", "light"]
a = 25
gamma = 4.5
[[pair]]
species = ["light", "heavy"]
a = 40
gamma = 4.5
[[pair]]
species = ["heavy", "heavy"]
a = 25
gamma = 4.5
)";

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

}  // namespace gpubuck::scenario::test
