// The gpubuck executable as a user runs it: its exit code and its output.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/errors.h"

namespace gpubuck::test {

/// The exit code and the output of a command that has ended.
struct Outcome {
  int exitCode;        ///< 128 + the signal's number if a signal ended the command
  std::string output;  ///< standard output
  std::string errors;  ///< standard error
};

struct Surroundings {
  std::string input{};     ///< the contents of standard input
  bool terminal = false;   ///< standard error is a terminal instead of a file
  unsigned seconds = 300;  ///< time limit; SIGALRM ends a command that runs longer
  std::string outputTo{};  ///< a file for standard output; if empty, Outcome::output gets it
  std::string errorsTo{};  ///< a file for standard error; if empty, Outcome gets it
  std::function<void(int process)> meanwhile{};  ///< called while the command runs
  std::string awaited{};  ///< `meanwhile` is called once the terminal shows this text
  std::vector<std::string> environment{};  ///< NAME=VALUE, in addition to the environment of this
                                           ///< process
  std::int64_t largestFile = 0;            ///< bytes that the command may write to one file; 0 for
                                           ///< no limit
  std::int64_t addressSpace = 0;           ///< bytes of memory that the command may map; 0 for no
                                           ///< limit
};

/// Waits until `isSo` returns true. Throws RunError after a minute.
void waitUntil(const std::function<bool()>& isSo);

/// Runs `gpubuck ARGUMENTS...` to its end; `run` uses the paper engine unless the arguments name
/// one. Throws RunError if the command cannot be started.
Outcome runGpubuck(const std::vector<std::string>& arguments,
                   const Surroundings& surroundings = {});

/// Returns success if the command ended well: exit code 0 and nothing on standard error.
::testing::AssertionResult done(const Outcome& outcome);

/// Returns success if the command ended as every error must: this exit code, nothing on standard
/// output and one line `gpubuck: WHAT: WHY` on standard error that names the facts.
::testing::AssertionResult refused(const Outcome& outcome, int exitCode, const Facts& facts);

/// Returns the JSON object on standard output. The test fails if standard output is anything else.
nlohmann::json jsonOf(const Outcome& outcome);

/// Returns whether only the paper engine runs: on OpenGL 3.3 or OpenGL ES
/// (tests/support/gpu_test.h).
bool paperEngineAlone();

/// Returns the version of OpenGL on which only the paper engine runs, as errors name it: "3.3" or
/// "OpenGL ES 3.0".
std::string openGlOfPaperEngine();

}  // namespace gpubuck::test
