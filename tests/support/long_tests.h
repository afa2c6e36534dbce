// Tests that take longer on request.
#pragma once

#include <cstdlib>
#include <string_view>

namespace gpubuck::test {

/// Whether GPUBUCK_LONG_TESTS=1 is set: what takes minutes on a software renderer is run in full,
/// such as
///   GPUBUCK_LONG_TESTS=1 tools/test -R 'Deterministic|Matrix'
inline bool longTests() {
  const char* value = std::getenv("GPUBUCK_LONG_TESTS");
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace gpubuck::test
