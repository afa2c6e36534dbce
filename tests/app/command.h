// The gpubuck executable as a user runs it: its exit code and what it prints.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gpubuck::test {

/// The exit code and the output of a command that has ended.
struct Outcome {
  int exitCode;        ///< 128 + the signal's number where a signal ended it
  std::string output;  ///< standard output
  std::string errors;  ///< standard error
};

struct Surroundings {
  std::string input{};     ///< what standard input holds
  bool terminal = false;   ///< standard error is a terminal instead of a file
  unsigned seconds = 300;  ///< the time it has; a command that hangs is ended by SIGALRM then
  std::string outputTo{};  ///< a file that standard output goes to; empty: Outcome::output
  std::string errorsTo{};  ///< the same of standard error
  std::function<void(int process)> meanwhile{};  ///< called while it runs
  std::vector<std::string> environment{};        ///< NAME=VALUE, besides that of this process
  std::int64_t largestFile = 0;                  ///< bytes it may write to one file; 0 for no limit
  std::int64_t addressSpace = 0;                 ///< bytes of memory it may map; 0 for no limit
};

/// Waits until there is what `isSo` looks for. Throws RunError after a minute.
void waitUntil(const std::function<bool()>& isSo);

/// Runs `gpubuck ARGUMENTS...` to its end, `run` on the paper engine unless they name one. Throws
/// RunError where it cannot be started.
Outcome runGpubuck(const std::vector<std::string>& arguments,
                   const Surroundings& surroundings = {});

/// Returns success if the command ended well: exit code 0 and nothing on standard error.
::testing::AssertionResult done(const Outcome& outcome);

/// Returns success if the command ended as every error must: this exit code, nothing on standard
/// output and one line `gpubuck: WHAT: WHY` on standard error, in which each of `parts` occurs.
::testing::AssertionResult refused(const Outcome& outcome, int exitCode,
                                   const std::vector<std::string>& parts);

/// The JSON object that is the whole of standard output; the test fails where it is anything else.
nlohmann::json jsonOf(const Outcome& outcome);

/// Returns whether only the paper engine runs: on OpenGL 3.3 or OpenGL ES
/// (tests/support/gpu_test.h).
bool paperEngineAlone();

/// The OpenGL that only the paper engine runs on, as errors name it: "3.3" or "OpenGL ES 3.0".
std::string openGlOfPaperEngine();

}  // namespace gpubuck::test
