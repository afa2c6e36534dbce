// Signals on Windows, where a process that a signal ends has an exit code.
#include "base/interruption.h"

#include <gtest/gtest.h>

#include <csignal>

namespace gpubuck {
namespace {

TEST(SignalOnWindowsTest, EndsTheProcessWithItsExitCode) {
  const auto run = [] {
    handleSignals();
    std::raise(SIGTERM);
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(128 + SIGTERM), "gpubuck: ended by SIGTERM");
}

TEST(SignalOnWindowsTest, SecondOne_EndsTheProcessAtOnce) {
  const auto run = [] {
    handleSignals();
    const Interruption interruption;
    std::raise(SIGINT);
    if (interruption.signal() == SIGINT) std::raise(SIGBREAK);
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(128 + SIGBREAK), "gpubuck: ended by SIGBREAK");
}

}  // namespace
}  // namespace gpubuck
