// The targets of the fuzzer. Each target gives arbitrary bytes to a reader of user input, which
// must accept them or refuse them with a good error. Anything else is a finding: another exception,
// a crash, a hang, or a report of the sanitizers. tests/README.md, "Fuzzing", explains how to run
// the targets and how to add a target.
#pragma once

#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace gpubuck::fuzz {

struct Target {
  const char* name;                      ///< also the name of its folder in tests/fuzz/corpus
  void (*test)(std::string_view input);  ///< throws an exception for a finding
};

/// All targets. Each target is in a file NAME.cpp.
extern const std::vector<Target> kTargets;

/// A finding that is not a crash.
struct Finding : std::logic_error {
  using std::logic_error::logic_error;
};

/// Throws a finding described by `what` unless the condition holds.
inline void require(bool holds, const std::string& what) {
  if (!holds) throw Finding("does not hold: " + what);
}

/// Throws a finding unless the message is one line of limited length that begins with one of
/// `sources`.
void requireGoodMessage(const Error& error, const std::vector<std::string>& sources);

/// Returns the value that `read` makes of its input. Returns an empty optional if `read` refuses
/// the input with a good error.
template <typename Read>
auto taken(const std::vector<std::string>& sources, const Read& read)
    -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const Error& error) {
    requireGoodMessage(error, sources);
    return std::nullopt;
  }
}

/// Writes the bytes to a file in a folder of this process, and returns its path. The folder is
/// removed when the process ends.
std::string fileOf(const std::string& name, std::string_view bytes);
/// Returns the path of a file in this folder.
std::string pathOf(const std::string& name);
/// Returns the contents of the file of this name.
std::string bytesOf(const std::string& name);

/// Returns at most `most` lines of the input, without their ends.
std::vector<std::string> linesOf(std::string_view input, std::size_t most);

}  // namespace gpubuck::fuzz
