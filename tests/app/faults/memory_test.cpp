// The files that a command leaves when memory runs out at one of its larger allocations. By default
// the tests try some of these allocations, with GPUBUCK_LONG_TESTS=1 all of them.
#include <fmt/format.h>

#include "app/faults/fault_fixture.h"

namespace gpubuck::test {
namespace {

struct MemoryEnds : Faults {
  /// Returns how many large allocations `work` makes. With "memory:0" none of them fails.
  template <typename Work>
  std::size_t allocationsOf(const Work& work) const {
    fs::remove(folder / "log");
    EXPECT_EQ(work("memory:0").exitCode, 0);
    const std::vector<std::string> lines = linesOf(folder.get("log"));
    return static_cast<std::size_t>(std::ranges::count_if(
        lines, [](const std::string& line) { return line.starts_with("allocate "); }));
  }
};

/// A run with each kind of trajectory.
struct MemoryOfRuns : MemoryEnds, ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Trajectories, MemoryOfRuns, ::testing::Values("xyz", "gsd"), testName);

TEST_P(MemoryOfRuns, Exhausted_IsReportedAndLeavesNoPartialFile) {
  trajectory = GetParam();
  const std::size_t all =
      allocationsOf([&](const std::string& fault) { return begin("whole", fault); });
  ASSERT_GT(all, 20u);
  int failed = 0, named = 0;
  std::vector<std::size_t> numbers = chosen(all, 2);
  // Most allocations belong to the beginning of a run. Some of the last eighth of the allocations
  // are tried, too, since the run has written files by then.
  for (const std::size_t at : chosen(all / 8, 4)) numbers.push_back(all - all / 8 + at);
  for (const std::size_t at : numbers) {
    SCOPED_TRACE(fmt::format("at allocation {} of {}", at, all));
    fs::remove_all(folder / "out");
    const Outcome outcome = begin("out", fmt::format("memory:{}", at));
    EXPECT_TRUE(refused(outcome, 1, {"main memory", "fewer particles"}));
    expectIntact("out", false);
    if (exists("out/run.json")) {
      EXPECT_EQ(record("out").at("status"), "failed");
      ++failed;
    }
    if (const auto newest = run::newestCheckpoint(folder / "out")) {
      EXPECT_TRUE(refused(outcome, 1, {newest->path.string(), "step"}));
      ++named;
    }
    EXPECT_TRUE(done(goOn("out")));
    expectSameRun("out");
    if (HasFailure()) break;
  }
  EXPECT_GE(failed, 3);
  EXPECT_GE(named, 2);
  if (longTests()) fmt::print("{} allocations\n", all);
}

TEST_F(MemoryEnds, InAnyCommand_IsReportedAndLeavesNoPartialFile) {
  ASSERT_TRUE(done(begin("whole")));
  for (const std::vector<std::string>& words : commandsThatWrite()) {
    const auto run = [&](const std::string& fault) {
      return runGpubuck(words, {.environment = environment("out", fault)});
    };
    fs::remove_all(folder / "out");
    const std::size_t all = allocationsOf(run);
    ASSERT_GT(all, 0u) << words[0];
    const auto whole = filesIn("out");
    for (const std::size_t at : chosen(all, 3)) {
      SCOPED_TRACE(fmt::format("{}, at allocation {} of {}", fmt::join(words, " "), at, all));
      fs::remove_all(folder / "out");
      EXPECT_TRUE(refused(run(fmt::format("memory:{}", at)), 1, {"main memory", "not enough"}));
      const auto left = filesIn("out");  // either no file or all files
      EXPECT_TRUE(left.empty() || left == whole);
    }
    if (longTests()) fmt::print("{}: {} allocations\n", words[0], all);
  }
}

}  // namespace
}  // namespace gpubuck::test
