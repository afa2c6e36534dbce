// Runs the commands that write files again and again. In each run, another open, read, write, sync,
// rename, removal or close fails with EIO. The command either succeeds without this call, or
// reports the error in one line; in both cases no file is incomplete or lost. By default the tests
// try some calls, with GPUBUCK_LONG_TESTS=1 all calls.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "app/faults/fault_fixture.h"

namespace gpubuck::test {
namespace {

struct AnyCall : Faults {
  /// Returns the numbers of the calls that are to fail: `ofEach` calls of each name.
  static std::vector<std::size_t> someOf(const std::vector<Call>& calls, std::size_t ofEach) {
    std::map<std::string, std::vector<std::size_t>> numbers;
    for (std::size_t k = 0; k < calls.size(); ++k) numbers[calls[k].name].push_back(k + 1);
    std::vector<std::size_t> some;
    for (const auto& [name, all] : numbers) {
      for (const std::size_t k : chosen(all.size(), std::min(all.size(), ofEach))) {
        some.push_back(all[k - 1]);
      }
    }
    return some;
  }

  /// Makes the run `work` several times; each time another of its calls fails. Expects that a
  /// continuation of each failed run ends like an undisturbed run.
  template <typename Begin, typename Work>
  void expectNothingLost(const Begin& prepare, const Work& work) {
    prepare();
    ASSERT_TRUE(done(work("any:0")));
    const std::vector<Call> calls = takeCalls();
    ASSERT_GT(calls.size(), 50u);
    int failed = 0;
    for (const std::size_t at : someOf(calls, 1)) {
      SCOPED_TRACE(fmt::format("call {} of {}: {} {}", at, calls.size(), calls[at - 1].name,
                               calls[at - 1].path));
      prepare();
      const Outcome outcome = work(fmt::format("any:{}", at));
      if (outcome.exitCode == 0) {
        EXPECT_TRUE(done(outcome));
        expectSameRun("out");
      } else {
        EXPECT_TRUE(refused(outcome, outcome.exitCode, {folder / ""}));
        EXPECT_LE(outcome.exitCode, 2);
        ++failed;
      }
      expectIntact("out", calls[at - 1].name == "remove");
      const auto newest = run::newestCheckpoint(folder / "out");
      EXPECT_TRUE(done(newest && newest->step == last ? outcome.exitCode == 0 ? outcome : goBack()
                                                      : goOn("out")));
      expectSameRun("out");
      if (HasFailure()) return;
    }
    EXPECT_GE(failed, 3);
    if (longTests()) fmt::print("{} of {} failing calls end the run\n", failed, calls.size());
  }

  Outcome goBack(const std::string& fault = {}) const {
    return runOut("out", {"--restart", folder / "out/checkpoint-00000002.h5", "--append"}, fault);
  }
};

struct AnyCallOfRuns : AnyCall, ::testing::WithParamInterface<const char*> {
  AnyCallOfRuns() {
    trajectory = GetParam();
    writesTables = true;
    EXPECT_TRUE(done(begin("whole")));
  }
};
INSTANTIATE_TEST_SUITE_P(Trajectories, AnyCallOfRuns,
                         ::testing::ValuesIn(longTests() ? std::vector{"xyz", "gsd"}
                                                         : std::vector{"gsd"}),
                         testName);

TEST_P(AnyCallOfRuns, Fails_NewRunLosesNothing) {
  expectNothingLost([&] { fs::remove_all(folder / "out"); },
                    [&](const std::string& fault) { return begin("out", fault); });
}

TEST_P(AnyCallOfRuns, Fails_AppendLosesNothing) {
  expectNothingLost(
      [&] {
        fs::remove_all(folder / "out");
        fs::copy(folder / "whole", folder / "out", fs::copy_options::recursive);
      },
      [&](const std::string& fault) { return goBack(fault); });
}

TEST_F(AnyCall, FailsInOtherCommands_LeavesWholeFiles) {
  ASSERT_TRUE(done(begin("whole")));
  std::vector<std::vector<std::string>> commands = commandsThatWrite();
  commands.push_back({"convert", folder / "in.h5", folder / "out/t.xyz"});
  ASSERT_TRUE(done(runGpubuck({"convert", folder / "whole/trajectory.xyz", folder / "in.h5"})));
  for (const std::vector<std::string>& words : commands) {
    const auto run = [&](const std::string& fault) {
      fs::remove_all(folder / "out");
      fs::remove(folder / "log");  // the log must have the calls of a single run
      return runGpubuck(words, {.environment = environment("", fault)});
    };
    ASSERT_TRUE(done(run("any:0")));
    const std::vector<Call> calls = takeCalls();
    const auto whole = filesIn("out");
    const std::vector<std::size_t> some = chosen(calls.size(), 3);
    std::set<std::size_t> failing(some.begin(), some.end());
    // HDF5 by itself would lose data or crash if one of its writes or closes failed, so the test
    // tries each of these calls.
    for (std::size_t k = 0; k < calls.size(); ++k) {
      const bool isOfHdf5 = calls[k].path.find(".h5") != std::string::npos;
      if (isOfHdf5 && (calls[k].name == "close" || calls[k].name == "write")) failing.insert(k + 1);
    }
    for (const std::size_t at : failing) {
      SCOPED_TRACE(fmt::format("{}, call {} of {}: {} {}", fmt::join(words, " "), at, calls.size(),
                               calls[at - 1].name, calls[at - 1].path));
      const Outcome outcome = run(fmt::format("any:{}", at));
      auto left = filesIn("out");
      if (calls[at - 1].name == "remove") {
        std::erase_if(left, [](const auto& file) { return file.first.ends_with(".part"); });
      }
      if (outcome.exitCode == 0) {
        EXPECT_EQ(outcome.errors, "");
        EXPECT_TRUE(left == whole);
      } else {
        EXPECT_TRUE(refused(outcome, outcome.exitCode, {folder / ""}));
        EXPECT_LE(outcome.exitCode, 2);
      }
      for (const auto& [name, bytes] : left) {
        EXPECT_TRUE(whole.contains(name) && whole.at(name) == bytes) << name;
      }
    }
    if (longTests()) fmt::print("{}: {} calls\n", words[0], calls.size());
  }
}

}  // namespace
}  // namespace gpubuck::test
