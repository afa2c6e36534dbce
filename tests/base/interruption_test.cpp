// Signals that come while a file is half made.
#include "base/interruption.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "file/temporary_folder.h"

namespace gpubuck {
namespace {

TEST(SignalsHeldTest, Signal_WaitsForTheLastHolder) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "points.csv.part", later = folder / "later";
  const auto run = [&] {
    handleSignals();
    std::optional<SignalsHeld> outer(std::in_place);
    std::optional<Incomplete> incomplete;
    {
      const SignalsHeld inner;
      std::raise(SIGINT);
      std::ofstream(file) << "half";
      incomplete.emplace(file);
    }
    std::ofstream(later) << "the other one lives";
    outer.reset();
    std::exit(0);
  };
  EXPECT_EXIT(run(), ::testing::KilledBySignal(SIGINT), "gpubuck: ended by SIGINT");
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_TRUE(std::filesystem::exists(later));
}

TEST(DefaultSignals, InheritedIgnoredSignals_AreReset) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const std::string tests = "--gtest_filter='SignalsHeldTest.*' --gtest_brief=1";
  EXPECT_EQ(std::system(("trap '' INT TERM HUP; exec '" + self + "' " + tests).c_str()), 0);
}

}  // namespace
}  // namespace gpubuck
