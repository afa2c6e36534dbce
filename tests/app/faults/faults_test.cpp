// What a run leaves when it is killed, when the disk is full or fails, and when signals come, at
// each of its writes, renames, syncs and removals. By default at some of them, with
// GPUBUCK_LONG_TESTS=1 at all and at random moments too:
//   GPUBUCK_LONG_TESTS=1 build/release/bin/gpubuck_test_app_faults
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <random>
#include <set>

#include "app/run/run_command.h"
#include "checkpoint/checkpoint.h"
#include "io/run_folder.h"
#include "support/long_tests.h"

namespace gpubuck::test {
namespace {

namespace fs = std::filesystem;

/// A call of the fault library's log.
struct Call {
  std::string name, path, to;
};

struct Faults : RunCommand {
  Faults() { scenario = tiny(); }

  std::string scenario;
  int last = 4;
  std::string trajectory = "xyz";
  bool hasPictures = false;  ///< they take nearly all of the time

  /// Runs to the last step with all kinds of output, under a fault such as "kill:7".
  Outcome runOut(const std::string& out, const std::vector<std::string>& more,
                 const std::string& fault = {}, Surroundings around = {}) const {
    std::vector<std::string> words{"run",
                                   "--until",
                                   std::to_string(last),
                                   "--out",
                                   folder / out,
                                   "--observe-every",
                                   "1",
                                   "--frames-every",
                                   hasPictures ? "4" : "0",
                                   "--trajectory-every",
                                   "1",
                                   "--trajectory-format",
                                   trajectory,
                                   "--checkpoint-every",
                                   "2"};
    words.insert(words.end(), more.begin(), more.end());
    around.environment = environment(out, fault);
    return runGpubuck(words, around);
  }
  /// What lets a process meet a fault in a folder.
  std::vector<std::string> environment(const std::string& out, const std::string& fault) const {
    if (fault.empty()) return {};
    return {"LD_PRELOAD=" GPUBUCK_FAULTS, "GPUBUCK_FAULT=" + fault,
            "GPUBUCK_FAULT_BELOW=" + folder / out, "GPUBUCK_FAULT_LOG=" + folder / "log",
            // The library comes before the sanitizer's, which it calls.
            "ASAN_OPTIONS=verify_asan_link_order=0"};
  }
  Outcome begin(const std::string& out, const std::string& fault = {}) const {
    return runOut(out, {scenario}, fault);
  }
  /// Goes on from the newest checkpoint, or begins anew where there is none.
  Outcome goOn(const std::string& out, const std::string& fault = {}) const {
    const auto newest = io::newestCheckpoint(folder / out);
    if (!newest) return runOut(out, {scenario, "--overwrite"}, fault);
    return runOut(out, {"--restart", newest->path.string(), "--append"}, fault);
  }

  /// The calls of an unbroken run, which it makes as "whole".
  std::vector<Call> callsOfWhole() const {
    EXPECT_TRUE(done(begin("whole", "none:0")));
    std::vector<Call> calls;
    for (const std::string& line : linesOf(folder.get("log"))) {
      std::istringstream words(line);
      Call& call = calls.emplace_back();
      words >> call.name >> call.path >> call.to;
    }
    fs::remove(folder / "log");
    return calls;
  }

  /// The files below a folder, by their paths from there.
  std::map<std::string, std::string> filesIn(const std::string& out) const {
    std::map<std::string, std::string> files;
    if (!exists(out)) return files;
    for (const auto& entry : fs::recursive_directory_iterator(folder / out)) {
      if (!entry.is_regular_file()) continue;
      const std::string name = fs::relative(entry.path(), folder / out).string();
      files[name] = folder.get(out + "/" + name);
    }
    return files;
  }

  /// Whether a file of a run is that of the unbroken run.
  bool isSame(const std::string& out, const std::string& name) const {
    return folder.get(out + "/" + name) == folder.get("whole/" + name);
  }

  void expectSameRun(const std::string& out) const {
    const auto whole = filesIn("whole"), other = filesIn(out);
    EXPECT_GE(whole.size(), 6u);
    for (const auto& [name, bytes] : whole) {
      ASSERT_TRUE(other.contains(name)) << name << " is missing";
      EXPECT_TRUE(isSame(out, name)) << name << " differs";
    }
    for (const auto& [name, bytes] : other) EXPECT_TRUE(whole.contains(name)) << name;
  }

  /// Expects that nothing is half but the end of a growing file, and a temporary file where
  /// `mayBeCut`.
  void expectIntact(const std::string& out, bool mayBeCut) const {
    const auto whole = filesIn("whole");
    for (const auto& [name, bytes] : filesIn(out)) {
      SCOPED_TRACE(name);
      if (name.ends_with(".part")) {
        EXPECT_TRUE(mayBeCut) << "a temporary file is left";
      } else if (name == "run.json") {
        const std::string status = record(out).at("status");
        EXPECT_TRUE(status == "running" || status == "failed" || status == "done" ||
                    status == "interrupted")
            << status;
      } else if (name == "observables.csv" || name == "trajectory.xyz") {
        const std::string& all = whole.at(name);
        EXPECT_TRUE(all.starts_with(bytes)) << "begins as that of the unbroken run";
        EXPECT_TRUE(mayBeCut || bytes.empty() || bytes.ends_with("\n")) << "half a row";
      } else if (name.ends_with(".h5") && !whole.contains(name)) {
        EXPECT_NO_THROW(checkpoint::readCheckpoint(folder / (out + "/" + name)));
      } else {
        ASSERT_TRUE(whole.contains(name));
        EXPECT_TRUE(isSame(out, name));
      }
    }
  }
};

/// Some of the numbers 1 to `last`, or all of them.
std::vector<std::size_t> chosen(std::size_t last, std::size_t some) {
  std::vector<std::size_t> numbers;
  if (longTests()) some = last;
  for (std::size_t k = 0; k < some; ++k) numbers.push_back(1 + (2 * k + 1) * last / (2 * some));
  EXPECT_FALSE(numbers.empty());
  return numbers;
}

TEST_F(Faults, ARunKilledAtACallGoesOnToTheSameEnd) {
  hasPictures = longTests();
  const std::size_t calls = callsOfWhole().size();
  ASSERT_GT(calls, 30u);
  int kills = 0;
  for (const std::size_t at : chosen(calls, 8)) {
    SCOPED_TRACE(fmt::format("killed at call {} of {}", at, calls));
    fs::remove_all(folder / "out");
    ASSERT_EQ(begin("out", fmt::format("kill:{}", at)).exitCode, 128 + SIGKILL);
    expectIntact("out", true);
    if (exists("out/run.json")) {
      const std::string status = io::readRunEnd(folder / "out").status;
      EXPECT_TRUE(status == "killed" || (status == "done" && at > calls - 3)) << status;
    }
    EXPECT_TRUE(done(goOn("out")));
    expectSameRun("out");
    ++kills;
    if (HasFailure()) break;
  }
  RecordProperty("kills", kills);
  if (longTests()) fmt::print("{} kills of {} calls\n", kills, calls);
}

TEST_F(Faults, ARunKilledWhileItGoesOnGoesOnAgain) {
  const std::size_t calls = callsOfWhole().size();
  ASSERT_EQ(begin("first", fmt::format("kill:{}", calls * 9 / 10)).exitCode, 128 + SIGKILL);
  fs::copy(folder / "first", folder / "out", fs::copy_options::recursive);
  fs::remove(folder / "log");
  ASSERT_TRUE(done(goOn("out", "none:0")));
  const std::size_t more = linesOf(folder.get("log")).size();
  ASSERT_GT(more, 5u);
  for (const std::size_t at : chosen(more, 3)) {
    SCOPED_TRACE(fmt::format("killed at call {} of {}", at, more));
    fs::remove_all(folder / "out");
    fs::copy(folder / "first", folder / "out", fs::copy_options::recursive);
    ASSERT_EQ(goOn("out", fmt::format("kill:{}", at)).exitCode, 128 + SIGKILL);
    expectIntact("out", true);
    EXPECT_TRUE(done(goOn("out")));
    expectSameRun("out");
    if (HasFailure()) break;
  }
}

/// Goes on with a run again and again, each time a little further.
struct OftenKilled : Faults, ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Trajectories, OftenKilled, ::testing::Values("xyz", "gsd"), testName);

TEST_P(OftenKilled, EndsAsARunThatIsNot) {
  last = 60;
  trajectory = GetParam();
  const std::size_t calls = callsOfWhole().size();
  int kills = 0;
  for (; kills < 10; ++kills) {
    SCOPED_TRACE(fmt::format("kill {}", kills));
    const auto before = io::newestCheckpoint(folder / "out");
    const auto at = calls / 12 + 5 * static_cast<std::size_t>(kills);
    const Outcome killed = goOn("out", fmt::format("kill:{}", at));
    ASSERT_EQ(killed.exitCode, 128 + SIGKILL) << killed.errors;
    const auto after = io::newestCheckpoint(folder / "out");
    ASSERT_TRUE(after && (!before || before->step < after->step));
  }
  EXPECT_TRUE(done(goOn("out")));
  expectSameRun("out");
}

TEST_F(Faults, ADiskThatFailsIsToldInOneLineAndLeavesNothingHalf) {
  const std::size_t calls = callsOfWhole().size();
  int failures = 0;
  for (const char* kind : {"full", "broken", "once"}) {
    for (const std::size_t at : chosen(calls, 4)) {
      SCOPED_TRACE(fmt::format("{} at call {} of {}", kind, at, calls));
      fs::remove_all(folder / "out");
      const Outcome outcome = begin("out", fmt::format("{}:{}", kind, at));
      if (outcome.exitCode != 0) {
        // A folder that takes no files from the beginning is a wrong --out.
        const int expected = outcome.errors.find("cannot hold files") != std::string::npos ||
                                     outcome.errors.find("output folder") != std::string::npos
                                 ? 2
                                 : 1;
        EXPECT_TRUE(refused(outcome, expected, {folder / "out"}));
        ++failures;
      }
      // A disk that fails can keep a file from being cut.
      expectIntact("out", std::string_view(kind) == "broken");
      EXPECT_TRUE(done(goOn("out")));
      expectSameRun("out");
      if (HasFailure()) return;
    }
  }
  EXPECT_GE(failures, 9);
  if (longTests()) fmt::print("{} failures of the disk at {} calls\n", failures, calls);
}

// As `ulimit -f` sets it; beyond it a write is answered by SIGXFSZ.
TEST_F(Faults, AFileThatGrowsTooLargeIsToldInOneLine) {
  callsOfWhole();
  std::set<std::int64_t> sizes;
  for (const auto& [name, bytes] : filesIn("whole")) sizes.insert(std::ssize(bytes) / 2);
  ASSERT_GT(sizes.size(), 3u);
  for (const std::int64_t size : sizes) {
    SCOPED_TRACE(fmt::format("{} bytes", size));
    fs::remove_all(folder / "out");
    EXPECT_TRUE(refused(runOut("out", {scenario}, "", {.largestFile = size}), 1,
                        {folder / "out", "cannot be written: File too large"}));
    expectIntact("out", false);
    EXPECT_TRUE(done(goOn("out")));
    expectSameRun("out");
    if (HasFailure()) break;
  }
}

TEST_F(Faults, ASecondSignalLeavesAtOnceAndNothingHalf) {
  const std::size_t calls = callsOfWhole().size();
  for (const std::size_t at : chosen(calls, 4)) {
    SCOPED_TRACE(fmt::format("signals at call {} of {}", at, calls));
    fs::remove_all(folder / "out");
    const Outcome outcome = begin("out", fmt::format("signals:{}", at));
    EXPECT_TRUE(refused(outcome, 128 + SIGTERM, {"gpubuck: ended by SIGTERM"}));
    expectIntact("out", false);
    EXPECT_TRUE(done(goOn("out")));
    expectSameRun("out");
    if (HasFailure()) break;
  }
}

// A list of neighbours is two files.
TEST_F(Faults, FilesThatBelongTogetherNeverMix) {
  const std::string points = folder.put("p.csv", "x,y,z\n0,0,0\n0,0,1\n0,2,0\n0,2,1\n");
  const auto pairs = [&](const char* radius, const std::string& fault) {
    return runGpubuck({"pairs", points, "--radius", radius, "--neighbours", folder / "out"},
                      {.environment = environment("out", fault)});
  };
  ASSERT_TRUE(done(pairs("1", "none:0")));
  const auto older = filesIn("out");
  fs::remove_all(folder / "out");
  fs::remove(folder / "log");
  ASSERT_TRUE(done(pairs("2", "none:0")));
  const auto newer = filesIn("out");
  ASSERT_EQ(newer.size(), 2u);
  ASSERT_NE(older.at("ids.npy"), newer.at("ids.npy"));
  const auto calls = static_cast<int>(linesOf(folder.get("log")).size());
  ASSERT_GT(calls, 10);
  int halves = 0;
  for (int at = 3; at <= calls + 2; ++at) {  // that many as the older files add
    fs::remove_all(folder / "out");
    fs::create_directory(folder / "out");
    for (const auto& [name, bytes] : older) folder.put("out/" + name, bytes);
    pairs("2", fmt::format("kill:{}", at));
    auto left = filesIn("out");
    std::erase_if(left, [](const auto& file) { return file.first.ends_with(".part"); });
    if (!left.contains("offsets.npy") || !left.contains("ids.npy")) {
      ++halves;  // and a reader is told so by what is missing
    } else {
      EXPECT_TRUE(left == older || left == newer) << "killed at call " << at;
    }
  }
  EXPECT_GT(halves, 0);
}

// What is on the disk when the machine stops, as far as the order of calls can tell.
TEST_F(Faults, WhatIsRenamedIsOnTheDiskBeforeAndItsNameAfterwards) {
  hasPictures = true;
  const std::vector<Call> calls = callsOfWhole();
  std::set<std::string> renamed;
  for (auto call = calls.begin(); call != calls.end(); ++call) {
    if (call->name != "rename") continue;
    SCOPED_TRACE(call->to);
    renamed.insert(fs::relative(call->to, folder / "whole").string());
    ASSERT_NE(call, calls.begin());
    const Call& before = *std::prev(call);
    EXPECT_TRUE(before.name == "sync" && before.path == call->path) << before.name;
    ASSERT_NE(std::next(call), calls.end());
    const Call& after = *std::next(call);
    EXPECT_TRUE(after.name == "sync" && after.path == fs::path(call->to).parent_path())
        << after.name << " " << after.path;
  }
  for (const char* name : {"run.json", "checkpoint-00000004.h5", "frames/00000004.png"}) {
    EXPECT_TRUE(renamed.contains(name)) << name;
  }
}

TEST_F(Faults, WhatLiesBehindACheckpointIsOnTheDiskBeforeIt) {
  const std::vector<Call> calls = callsOfWhole();
  std::set<std::string> unsynced;
  int checkpoints = 0, writes = 0;
  for (const Call& call : calls) {
    const std::string name = fs::path(call.path).filename();
    if (name != "observables.csv" && name != "trajectory.xyz") {
      if (call.name != "rename" || call.to.find("checkpoint-") == std::string::npos) continue;
      EXPECT_TRUE(unsynced.empty()) << *unsynced.begin() << " at " << call.to;
      ++checkpoints;
    } else if (call.name == "write") {
      unsynced.insert(name);
      ++writes;
    } else if (call.name == "sync") {
      unsynced.erase(name);
    }
  }
  EXPECT_EQ(checkpoints, 3);
  EXPECT_GE(writes, 2 * (last + 1));
}

TEST_F(Faults, ARunKilledAtRandomMomentsGoesOnToTheSameEnd) {
  callsOfWhole();
  const int all = longTests() ? 1'000 : 3;
  std::minstd_rand random(1);
  int kills = 0, tries = 0;
  for (; kills < all && tries < 3 * all; ++tries) {
    SCOPED_TRACE(fmt::format("kill {}", kills));
    fs::remove_all(folder / "out");
    const auto wait = static_cast<unsigned>(random() % 300'000);
    const Outcome outcome =
        runOut("out", {scenario}, "", {.meanwhile = [&](int process) {
                 waitUntil([&] { return exists("out") || kill(process, 0) != 0; });
                 usleep(wait);
                 kill(process, SIGKILL);
               }});
    if (outcome.exitCode == 128 + SIGKILL) ++kills;
    expectIntact("out", true);
    EXPECT_TRUE(done(goOn("out")));
    expectSameRun("out");
    if (HasFailure()) return;
  }
  EXPECT_GE(kills, all / 3);
  if (longTests()) fmt::print("{} kills at random moments of {}\n", kills, tries);
}

}  // namespace
}  // namespace gpubuck::test
