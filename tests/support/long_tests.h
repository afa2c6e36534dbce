// Tests that take longer if requested.
#pragma once

#include <cstdlib>
#include <string_view>

namespace gpubuck::test {

/// Returns whether GPUBUCK_LONG_TESTS=1 is set. Tests that take minutes on a software renderer then
/// run in full, for example by
///   GPUBUCK_LONG_TESTS=1 tools/test -R 'Deterministic|Matrix'
inline bool longTests() {
  const char* value = std::getenv("GPUBUCK_LONG_TESTS");
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace gpubuck::test
