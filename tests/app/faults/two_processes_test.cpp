// Two processes write the same files at once. Both succeed, and all files that are left come from
// the same process.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <csignal>
#include <future>

#include "app/faults/fault_fixture.h"

namespace gpubuck::test {
namespace {

/// A command that writes to the folder `out`; the two processes run it with different inputs.
struct Command {
  std::vector<std::string> words;
  std::string input, other;
};

struct TwoProcesses : Faults {
  Outcome run(Command command, const std::string& input, const Surroundings& around = {}) const {
    for (std::string& word : command.words) {
      if (word == "INPUT") word = input;
    }
    return runGpubuck(command.words, around);
  }

  /// Runs the first process up to a call on a file, then the second as far as possible, and then
  /// the first to its end.
  void expectOneWhole(const Command& command) const {
    ASSERT_EQ(run(command, command.input, {.environment = environment("out", "none:0")}).exitCode,
              0);
    const std::size_t calls = linesOf(folder.get("log")).size();
    const auto one = filesIn("out");
    ASSERT_EQ(run(command, command.other).exitCode, 0);
    const auto other = filesIn("out");
    ASSERT_FALSE(one.empty());
    ASSERT_NE(one, other);
    for (const std::size_t at : chosen(calls, 3)) {
      SCOPED_TRACE(
          fmt::format("{}, stopped at call {} of {}", fmt::join(command.words, " "), at, calls));
      fs::remove_all(folder / "out");
      fs::create_directory(folder / "out");
      int second = -1;
      const auto runTheOther = [&](int process) {
        waitUntil([&] { return isStopped(process); });
        auto running =
            std::async(std::launch::async, [&] { return run(command, command.other).exitCode; });
        // A process that writes a set of files may wait for its turn.
        running.wait_for(std::chrono::milliseconds(400));
        kill(process, SIGCONT);
        second = running.get();
      };
      const Outcome first = run(command, command.input,
                                {.meanwhile = runTheOther,
                                 .environment = environment("out", fmt::format("stop:{}", at))});
      EXPECT_EQ(first.exitCode, 0) << first.errors;
      EXPECT_EQ(second, 0);
      const auto left = filesIn("out");
      EXPECT_TRUE(left == one || left == other) << "files of both, or others";
    }
    fs::remove_all(folder / "out");
    fs::remove(folder / "log");
  }
};

TEST_F(TwoProcesses, OneFile_IsThatOfTheLastWriter) {
  const std::string one = folder.put("p.csv", "0,0,0\n0,0,1\n0,2,0\n");
  const std::string other = folder.put("q.csv", "0,0,0\n0,0,9\n0,1,0\n");
  expectOneWhole({{"pairs", "INPUT", "--radius", "1", "--overwrite", "--out", folder / "out/p.csv"},
                  one,
                  other});
  ASSERT_TRUE(done(begin("whole")));
  for (const char* output : {"out/t.gsd", "out/t.h5", "out/t.npy"}) {
    expectOneWhole({{"convert", "INPUT", folder / output, "--overwrite"},
                    folder / "whole/checkpoint-00000002.h5",
                    folder / "whole/checkpoint-00000004.h5"});
  }
}

TEST_F(TwoProcesses, FileSet_IsThatOfOneWriter) {
  const std::string one = folder.put("p.csv", "0,0,0\n0,0,1\n0,2,0\n");
  const std::string other = folder.put("q.csv", "0,0,0\n0,0,1\n0,1,0\n0,1,1\n");
  expectOneWhole(
      {{"pairs", "INPUT", "--radius", "1", "--overwrite", "--neighbours", folder / "out"},
       one,
       other});
  expectOneWhole(
      {{"sort", "--cells", "INPUT", "--buckets", "3", "--overwrite", "--out", folder / "out"},
       folder.put("1.txt", "0\n1\n2\n"),
       folder.put("2.txt", "2\n2\n2\n1\n")});
  const std::string larger =
      folder.put("larger.toml", "name = \"tiny\"\n[box]\nsize = [5, 4, 4]\n");
  expectOneWhole(
      {{"export", "lammps", "INPUT", "--overwrite", "--out", folder / "out"}, scenario, larger});
}

}  // namespace
}  // namespace gpubuck::test
