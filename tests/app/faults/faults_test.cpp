// The files that a run leaves when it is killed, when the disk is full or fails, and when signals
// arrive, at each of its writes, renames, syncs and removals. By default the tests try some of
// these calls, with GPUBUCK_LONG_TESTS=1 all calls and random times:
//   GPUBUCK_LONG_TESTS=1 build/release/bin/gpubuck_test_app_faults
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <random>
#include <set>

#include "app/faults/fault_fixture.h"

namespace gpubuck::test {
namespace {

TEST_F(Faults, KilledAtAnyCall_ContinuesToTheSameEnd) {
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
      const std::string status = run::readRunStatus(folder / "out").status;
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

TEST_F(Faults, KilledDuringAppend_CanBeContinuedAgain) {
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

// The run continues from an earlier checkpoint: later checkpoints, pictures, rows and frames are
// removed.
TEST_F(Faults, KilledDuringTruncation_LeavesNoGap) {
  last = 8;
  hasPictures = true;
  callsOfWhole();
  const auto goBack = [&](const std::string& fault) {
    fs::remove_all(folder / "out");
    fs::copy(folder / "whole", folder / "out", fs::copy_options::recursive);
    return runOut("out", {"--restart", folder / "out/checkpoint-00000002.h5", "--append"}, fault);
  };
  ASSERT_TRUE(done(goBack("none:0")));
  expectSameRun("out");
  std::vector<int> removals;
  int number = 0, recorded = 0;
  for (const std::string& line : linesOf(folder.get("log"))) {
    ++number;
    if (line.starts_with("rename ") && recorded == 0) recorded = number;
    const bool removes = line.starts_with("remove ") && line.find(".probe") == std::string::npos;
    if (removes || line.starts_with("cut ")) removals.push_back(number);
  }
  ASSERT_GE(removals.size(), 5u);
  EXPECT_LT(recorded, removals.front()) << "the record says running before anything is removed";
  for (const std::size_t k : chosen(removals.size(), 4)) {
    const int at = removals[k - 1];
    SCOPED_TRACE(fmt::format("killed at call {}", at));
    ASSERT_EQ(goBack(fmt::format("kill:{}", at)).exitCode, 128 + SIGKILL);
    EXPECT_EQ(run::readRunStatus(folder / "out").status, "killed");
    const auto newest = run::newestCheckpoint(folder / "out");
    ASSERT_TRUE(newest);
    const std::vector<int> rows = observedSteps("out");
    for (int step = 0; step < newest->step; ++step) EXPECT_EQ(std::ranges::count(rows, step), 1);
    EXPECT_TRUE(done(goOn("out")));
    expectSameRun("out");
    if (HasFailure()) break;
  }
}

// A file manager can rename the folder during the run, and so can `mv out done; mkdir out`.
TEST_F(Faults, RenamedFolder_TakesItsRunWithIt) {
  hasPictures = true;
  const std::size_t calls = callsOfWhole().size();
  std::vector<std::size_t> numbers = chosen(calls, 3);
  // The run opens the folder after its first 4 calls, once it knows that files can be made there.
  std::erase_if(numbers, [](std::size_t at) { return at < 5; });
  for (const bool isReplaced : {false, true}) {
    for (const std::size_t at : numbers) {
      SCOPED_TRACE(fmt::format("renamed at call {} of {}", at, calls));
      fs::remove_all(folder / "out");
      fs::remove_all(folder / "moved");
      const auto rename = [&](int process) {
        waitUntil([&] { return isStopped(process); });
        fs::rename(folder / "out", folder / "moved");
        if (isReplaced) fs::create_directory(folder / "out");
        kill(process, SIGCONT);
      };
      const Outcome outcome =
          runOut("out", {scenario}, fmt::format("stop:{}", at), {.meanwhile = rename});
      EXPECT_EQ(outcome.exitCode, 0);
      EXPECT_EQ(outcome.errors,
                fmt::format("gpubuck: {} was moved during the run, which is in {}\n",
                            folder / "out", folder / "moved"));
      expectSameRun("moved");
      EXPECT_EQ(record("moved").at("status"), "done");
      EXPECT_EQ(exists("out"), isReplaced);
      EXPECT_TRUE(filesIn("out").empty());
      if (HasFailure()) return;
    }
  }
}

TEST_F(Faults, RenamedParentFolder_TakesTheRunWithIt) {
  const std::size_t calls = callsOfWhole().size();
  fs::create_directory(folder / "parent");
  const auto rename = [&](int process) {
    waitUntil([&] { return isStopped(process); });
    fs::rename(folder / "parent", folder / "elsewhere");
    kill(process, SIGCONT);
  };
  const Outcome outcome =
      runOut("parent/out", {scenario}, fmt::format("stop:{}", calls / 2), {.meanwhile = rename});
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_NE(outcome.errors.find(folder / "elsewhere/out"), std::string::npos) << outcome.errors;
  expectSameRun("elsewhere/out");
}

TEST_F(Faults, RemovedFolder_EndsItsRun) {
  const std::size_t calls = callsOfWhole().size();
  for (const bool isReplaced : {false, true}) {
    fs::remove_all(folder / "out");
    const auto remove = [&](int process) {
      waitUntil([&] { return isStopped(process); });
      fs::remove_all(folder / "out");
      if (isReplaced) fs::create_directory(folder / "out");
      kill(process, SIGCONT);
    };
    const Outcome outcome =
        runOut("out", {scenario}, fmt::format("stop:{}", calls / 2), {.meanwhile = remove});
    EXPECT_TRUE(refused(outcome, 1, {folder / "out"}));
    EXPECT_EQ(outcome.errors.find("/proc"), std::string::npos) << outcome.errors;
    EXPECT_TRUE(filesIn("out").empty());
  }
}

// Each particle visits all 32,400 particles, so that a step takes seconds on a processor. On every
// computer, the signal therefore comes before the step ends.
TEST_F(Faults, SignalDuringALongStep_AbandonsIt) {
  const std::string crowded =
      folder.put("crowded.toml",
                 "[box]\nsize = [3, 3, 3]\n[fluid]\ndensity = 1200\n[integrator]\ndt = 0.001\n");
  std::vector<std::string> engines{"paper"};
  if (!paperEngineAlone()) engines.push_back("fast");
  for (const std::string& engine : engines) {
    SCOPED_TRACE(engine);
    const auto runOf = [&](const std::string& what, const std::string& fault,
                           const std::function<void(int)>& meanwhile = {}) {
      return run(what, engine, 1,
                 {"--engine", engine, "--observe-every", "0", "--overwrite", "--quiet"},
                 {.meanwhile = meanwhile, .environment = environment(engine, fault)});
    };
    ASSERT_TRUE(done(runOf(tiny(), "stop:0")));
    const std::vector<Call> calls = takeCalls();
    const auto begun = std::ranges::find_if(calls, [](const Call& call) {
      return call.name == "rename" && call.to.ends_with("/run.json");
    });
    ASSERT_NE(begun, calls.end());
    fs::remove_all(folder / engine);
    // The run stops after it has recorded its beginning, and before its first step.
    const Outcome outcome =
        runOf(crowded, fmt::format("stop:{}", begun - calls.begin() + 1), [&](int process) {
          waitUntil([&] { return isStopped(process); });
          kill(process, SIGTERM);
          kill(process, SIGCONT);
        });
    EXPECT_TRUE(refused(outcome, 128 + SIGTERM, {"run", "SIGTERM", "step 0 of 1"}));
    EXPECT_EQ(record(engine).at("status"), "interrupted");
    const run::RunState state =
        checkpoint::readCheckpoint(folder / (engine + "/checkpoint-00000000.h5"));
    EXPECT_EQ(state.clock.step, 0);
    EXPECT_EQ(state.particles.count(), 32'400U);
    takeCalls();
  }
}

TEST_F(Faults, FullDisk_IsInTheRecord) {
  const std::vector<Call> calls = callsOfWhole();
  std::size_t begun = 0;
  while (calls.at(begun).name != "rename") ++begun;
  int failed = 0;
  for (std::size_t at = begun + 3; at <= calls.size(); ++at) {
    if (calls[at - 1].name != "write" && calls[at - 1].name != "open") continue;
    SCOPED_TRACE(fmt::format("full at call {} of {}: {}", at, calls.size(), calls[at - 1].path));
    fs::remove_all(folder / "out");
    const Outcome outcome = begin("out", fmt::format("full:{}", at));
    const std::string status = record("out").at("status");
    EXPECT_EQ(status, outcome.exitCode == 0 ? "done" : "failed");
    if (outcome.exitCode == 0) continue;
    EXPECT_EQ("gpubuck: " + record("out").at("error").get<std::string>() + "\n", outcome.errors);
    ++failed;
    if (!longTests() && failed == 6) break;
    if (HasFailure()) break;
  }
  EXPECT_GE(failed, 6);
}

/// Continues a run again and again, each time a little further.
struct OftenKilled : Faults, ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Trajectories, OftenKilled, ::testing::Values("xyz", "gsd"), testName);

TEST_P(OftenKilled, EndsAsUninterruptedRun) {
  last = 60;
  trajectory = GetParam();
  const std::size_t calls = callsOfWhole().size();
  int kills = 0;
  for (; kills < 10; ++kills) {
    SCOPED_TRACE(fmt::format("kill {}", kills));
    const auto before = run::newestCheckpoint(folder / "out");
    const auto at = calls / 10 + 5 * static_cast<std::size_t>(kills);
    const Outcome killed = goOn("out", fmt::format("kill:{}", at));
    ASSERT_EQ(killed.exitCode, 128 + SIGKILL) << killed.errors;
    const auto after = run::newestCheckpoint(folder / "out");
    ASSERT_TRUE(after && (!before || before->step < after->step));
  }
  EXPECT_TRUE(done(goOn("out")));
  expectSameRun("out");
}

TEST_F(Faults, FailingDisk_IsReportedAndLeavesNoPartialFile) {
  const std::size_t calls = callsOfWhole().size();
  int failures = 0;
  for (const char* kind : {"full", "broken", "once"}) {
    for (const std::size_t at : chosen(calls, 4)) {
      SCOPED_TRACE(fmt::format("{} at call {} of {}", kind, at, calls));
      fs::remove_all(folder / "out");
      const Outcome outcome = begin("out", fmt::format("{}:{}", kind, at));
      if (outcome.exitCode != 0) {
        // If the first file cannot be made, the run refuses the folder as a wrong --out.
        const int expected = outcome.errors.find("cannot hold files") != std::string::npos ||
                                     outcome.errors.find("output folder") != std::string::npos
                                 ? 2
                                 : 1;
        EXPECT_TRUE(refused(outcome, expected, {folder / ""}));
        ++failures;
      }
      // A disk that fails can prevent the run from cutting off an incomplete row.
      expectIntact("out", std::string_view(kind) == "broken");
      EXPECT_TRUE(done(goOn("out")));
      expectSameRun("out");
      if (HasFailure()) return;
    }
  }
  EXPECT_GE(failures, 9);
  if (longTests()) fmt::print("{} failures of the disk at {} calls\n", failures, calls);
}

// `ulimit -f` sets this limit; a write beyond it causes SIGXFSZ.
TEST_F(Faults, FileSizeLimit_IsReportedInOneLine) {
  callsOfWhole();
  std::set<std::int64_t> sizes;
  for (const auto& [name, bytes] : filesIn("whole")) sizes.insert(std::ssize(bytes) / 2);
  ASSERT_GT(sizes.size(), 3u);
  for (const std::int64_t size : sizes) {
    SCOPED_TRACE(fmt::format("{} bytes", size));
    fs::remove_all(folder / "out");
    EXPECT_TRUE(refused(runOut("out", {scenario}, "", {.largestFile = size}), 1,
                        {folder / "out/", "File too large"}));
    expectIntact("out", false);
    EXPECT_TRUE(done(goOn("out")));
    expectSameRun("out");
    if (HasFailure()) break;
  }
}

TEST_F(Faults, SecondSignal_ExitsAtOnceWithoutPartialFiles) {
  const std::size_t calls = callsOfWhole().size();
  for (const std::size_t at : chosen(calls, 4)) {
    SCOPED_TRACE(fmt::format("signals at call {} of {}", at, calls));
    fs::remove_all(folder / "out");
    const Outcome outcome = begin("out", fmt::format("signals:{}", at));
    EXPECT_TRUE(refused(outcome, 128 + SIGTERM, {"gpubuck", "SIGTERM"}));
    expectIntact("out", false);
    EXPECT_TRUE(done(goOn("out")));
    expectSameRun("out");
    if (HasFailure()) break;
  }
}

// A list of neighbours is written as two files.
TEST_F(Faults, FileSets_NeverMix) {
  const std::string points = folder.put("p.csv", "x,y,z\n0,0,0\n0,0,1\n0,2,0\n0,2,1\n");
  const auto pairs = [&](const char* radius, const std::string& fault) {
    return runGpubuck(
        {"pairs", points, "--radius", radius, "--overwrite", "--neighbours", folder / "out"},
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
  for (int at = 3; at <= calls + 2; ++at) {  // overwriting the older files takes 2 more calls
    fs::remove_all(folder / "out");
    fs::create_directory(folder / "out");
    for (const auto& [name, bytes] : older) folder.put("out/" + name, bytes);
    pairs("2", fmt::format("kill:{}", at));
    auto left = filesIn("out");
    std::erase_if(left, [](const auto& file) { return file.first.ends_with(".part"); });
    if (!left.contains("offsets.npy") || !left.contains("ids.npy")) {
      ++halves;  // a reader notices the missing file
    } else {
      EXPECT_TRUE(left == older || left == newer) << "killed at call " << at;
    }
  }
  EXPECT_GT(halves, 0);
}

// If the machine stops, the order of the calls decides which data are on the disk.
TEST_F(Faults, Rename_FollowsSyncOfFileAndPrecedesSyncOfFolder) {
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

TEST_F(Faults, FileSets_AreSyncedBeforeTheFirstRename) {
  const std::string points = folder.put("p.csv", "x,y,z\n0,0,0\n0,0,1\n0,2,0\n");
  const Outcome outcome =
      runGpubuck({"pairs", points, "--radius", "1", "--neighbours", folder / "out"},
                 {.environment = environment("out", "none:0")});
  ASSERT_TRUE(done(outcome));
  std::set<std::string> written, synced;
  int renamed = 0;
  for (const Call& call : takeCalls()) {
    if (call.name == "write") written.insert(call.path), synced.erase(call.path);
    if (call.name == "sync") synced.insert(call.path);
    if (call.name != "rename") continue;
    EXPECT_TRUE(written.contains(call.path)) << call.path;
    for (const std::string& path : written) EXPECT_TRUE(synced.contains(path)) << path;
    ++renamed;
  }
  EXPECT_EQ(renamed, 2);
}

TEST_F(Faults, Checkpoint_FollowsTheSyncOfItsOutputs) {
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

TEST_F(Faults, KilledAtRandomTimes_ContinuesToTheSameEnd) {
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
