// Checks of option values as they were written. CLI11's own conversion turns a number too large for
// its type into the largest one of the type.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace gpubuck::app {

/// Accepts whole decimal numbers in least..most.
CLI::Validator wholeNumber(std::int64_t least, std::int64_t most);

/// Accepts numbers in 0..1.
CLI::Validator fraction();

/// More time steps than any run needs, and few enough for sums not to overflow.
inline constexpr std::int64_t kMaxSteps = 1'000'000'000'000;

}  // namespace gpubuck::app
