// `gpubuck info FOLDER` reports how a run has ended.
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>

#include "app/run/run_command.h"
#include "run/run_folder.h"

namespace gpubuck::test {
namespace {

struct RunEnds : RunCommand {
  /// Returns the report on the folder `out`, without the path at its beginning.
  std::string told(const std::string& out) const {
    const Outcome outcome = runGpubuck({"info", folder / out});
    EXPECT_TRUE(done(outcome));
    const std::string prefix = folder.path().string() + "/";
    EXPECT_TRUE(outcome.output.starts_with(prefix)) << outcome.output;
    return outcome.output.substr(std::min(prefix.size(), outcome.output.size()));
  }
  /// Runs until the run has written a checkpoint, then calls `before` and sends `signal` to the
  /// run.
  Outcome runUntil(
      int signal, const std::function<void()>& before = [] {}) const {
    return run(tiny(), "out", 1'000'000, {"--observe-every", "1", "--checkpoint-every", "5"},
               {.meanwhile = [&](int process) {
                 waitUntil([&] { return exists("out/checkpoint-00000005.h5"); });
                 before();
                 kill(process, signal);
               }});
  }
};

TEST_F(RunEnds, EveryEnd_IsReported) {
  ASSERT_TRUE(done(run(tiny(), "done", 2)));
  EXPECT_EQ(told("done"), "done: done, step 2 of 2\n");
  run(tiny(), "failed", 9, {"--set", "fluid.gravity=[0, 0, -20000]"});
  EXPECT_TRUE(told("failed").starts_with("failed: failed at step ")) << told("failed");
  EXPECT_NE(told("failed").find("would move by"), std::string::npos) << told("failed");

  const Outcome json = runGpubuck({"info", folder / "done", folder / "failed", "--json"});
  ASSERT_TRUE(done(json));
  const nlohmann::json all = nlohmann::json::parse(json.output);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all.at(0).at("folder"), folder / "done");
  EXPECT_EQ(all.at(0).at("status"), "done");
  EXPECT_EQ(all.at(1).at("status"), "failed");
  EXPECT_EQ(all.at(1).at("error"), record("failed").at("error"));

  EXPECT_TRUE(refused(runGpubuck({"info", folder.path().string()}), 2, {"run.json", "no run"}));
  EXPECT_TRUE(
      refused(runGpubuck({"info", folder / "none"}), 2, {"none", "No such file or directory"}));
  folder.put("done/run.json", "{\"status\": \"done\"");
  EXPECT_TRUE(refused(runGpubuck({"info", folder / "done"}), 2, {"record"}));
}

TEST_F(RunEnds, SeveralFolders_AreReportedDespiteBadOnes) {
  ASSERT_TRUE(done(run(tiny(), "one", 1)));
  ASSERT_TRUE(done(run(tiny(), "two", 2)));
  const std::vector<std::string> folders{folder / "one", folder / "none", folder / "two"};
  const Outcome text = runGpubuck({"info", folders[0], folders[1], folders[2]});
  EXPECT_EQ(text.exitCode, 2);
  EXPECT_EQ(text.output,
            folders[0] + ": done, step 1 of 1\n" + folders[2] + ": done, step 2 of 2\n");
  EXPECT_EQ(text.errors, "gpubuck: " + folders[1] +
                             ": No such file or directory\n"
                             "gpubuck: info: 1 of 3 folders hold no run that can be read\n");
  const Outcome json = runGpubuck({"info", folders[0], folders[1], folders[2], "--json"});
  EXPECT_EQ(json.exitCode, 2);
  EXPECT_EQ(nlohmann::json::parse(json.output).size(), 2u);
}

TEST_F(RunEnds, ForeignRecord_IsRefused) {
  std::filesystem::create_directory(folder / "out");
  const auto expectRefused = [&](const Facts& facts) {
    const Outcome outcome = runGpubuck({"info", folder / "out"}, {.seconds = 60});
    EXPECT_TRUE(refused(outcome, 2, {"out/run.json"}));
    EXPECT_TRUE(refused(outcome, 2, facts));
  };
  for (const char* step :
       {"1e300", "18446744073709551615", "-1", "1.5", "\"1\"", "9007199254740993"}) {
    folder.put("out/run.json", fmt::format(R"({{"status": "done", "last_step": {}}})", step));
    expectRefused({"last_step", step == std::string("1e300") ? "1e+300" : step, "0"});
  }
  folder.put("out/run.json", R"({"status": "gone", "last_step": 1})");
  expectRefused({"status", "gone", "running", "done", "failed", "interrupted"});
  std::filesystem::remove(folder / "out/run.json");
  ASSERT_EQ(mkfifo((folder / "out/run.json").c_str(), 0666), 0);
  expectRefused({"regular file"});
  std::filesystem::remove(folder / "out/run.json");
  std::filesystem::create_symlink("/dev/zero", folder / "out/run.json");
  expectRefused({"regular file"});
  std::filesystem::remove(folder / "out/run.json");
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  const std::string path = folder / "out/run.json";
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  ASSERT_EQ(bind(server, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  expectRefused({"regular file"});
  close(server);
  std::filesystem::remove(folder / "out/run.json");
  folder.put("out/run.json", R"({"status": "running", "last_step": 9})");
  ASSERT_EQ(mkfifo((folder / "out/observables.csv").c_str(), 0666), 0);
  EXPECT_EQ(told("out"),
            "out: process gone without recording an end (killed?), after step 0 of 9; there is no "
            "checkpoint\n");
}

// A killed process cannot record its end: readers notice that no process is writing.
TEST_F(RunEnds, KilledRun_DiffersFromOneStillRunning) {
  std::string running;
  const Outcome killed = runUntil(SIGKILL, [&] { running = told("out"); });
  EXPECT_EQ(killed.exitCode, 128 + SIGKILL);
  EXPECT_TRUE(running.starts_with("out: running, step ")) << running;
  EXPECT_EQ(record("out").at("status"), "running");
  const std::string line = told("out");
  EXPECT_TRUE(line.starts_with("out: process gone without recording an end (killed?), after step "))
      << line;
  const run::RunStatus end = run::readRunStatus(folder / "out");
  EXPECT_EQ(end.status, "killed");
  EXPECT_EQ(end.lastStep, 1'000'000);
  EXPECT_GE(end.step, observedSteps("out").back());
  ASSERT_TRUE(end.checkpoint);
  EXPECT_GE(end.step, end.checkpoint->step);
  EXPECT_NE(line.find(fmt::format("; the newest checkpoint is {}",
                                  end.checkpoint->path.filename().string())),
            std::string::npos)
      << line;
}

TEST_F(RunEnds, InterruptedRun_SaysSo) {
  EXPECT_EQ(runUntil(SIGTERM).exitCode, 128 + SIGTERM);
  EXPECT_TRUE(told("out").starts_with("out: interrupted at step ")) << told("out");
}

TEST_F(RunEnds, BlowUp_NamesTheLastCheckpoint) {
  const Outcome outcome = run(
      tiny(), "out", 40,
      {"--set", "fluid.gravity=[0, 0, -500]", "--observe-every", "1", "--checkpoint-every", "8"});
  EXPECT_TRUE(refused(outcome, 1,
                      {"step", "particle", "velocity", "at", "checkpoint-00000016.h5", "step 16"}));
  EXPECT_EQ("gpubuck: " + record("out").at("error").get<std::string>() + "\n", outcome.errors);
}

TEST_F(RunEnds, NonFiniteState_IsABlowUpBeforeTheFirstStep) {
  // The thermal velocity of such light particles is half of the largest float.
  const std::string light = folder.put("light.toml",
                                       "[box]\nsize = [4, 4, 4]\n[fluid]\nkT = "
                                       "3.4e38\n[[species]]\nname = \"light\"\nmass = 1.2e-38\n");
  const Outcome hot = run(light, "hot", 0, {"--observe-every", "1"});
  EXPECT_TRUE(refused(hot, 1, {"step 0", "particle", "inf"}));
  EXPECT_EQ(record("hot").at("status"), "failed");
  EXPECT_EQ(observedSteps("hot").size(), 0u);
  // The velocities are finite, but their squares are not.
  const Outcome warm = run(tiny(), "warm", 0, {"--set", "fluid.kT=3.4e38"});
  EXPECT_TRUE(refused(warm, 1, {"step 0", "temperature"}));
  EXPECT_EQ(observedSteps("warm").size(), 0u);
}

TEST_F(RunEnds, InputsOfARun_AreNotRemoved) {
  ASSERT_TRUE(done(run(tiny(), "out", 2, {"--checkpoint-every", "2", "--trajectory-every", "2"})));
  const std::string checkpoint = folder / "out/checkpoint-00000002.h5";
  EXPECT_TRUE(refused(run(tiny(), "out", 1, {"--restart", checkpoint, "--overwrite"}), 2,
                      {"--overwrite", "read"}));
  const std::string scenario = folder.put(
      "from_file.toml",
      "[box]\nsize = [4, 4, 4]\n[initial]\nstate = 'file'\nfile = 'out/trajectory.xyz'\n");
  EXPECT_TRUE(
      refused(run(scenario, "out", 1, {"--overwrite"}), 2, {"--overwrite", "out/trajectory.xyz"}));
  EXPECT_EQ(record("out").at("status"), "done") << "all is still there";
}

}  // namespace
}  // namespace gpubuck::test
