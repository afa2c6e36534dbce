// A scenario of two species, for tests and fuzzers.
#pragma once

#include <string>

namespace gpubuck::scenario::test {

/// Line 1 is [box]. Tests name lines by their numbers in this text.
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

}  // namespace gpubuck::scenario::test
