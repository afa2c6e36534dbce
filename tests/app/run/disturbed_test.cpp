// Files of a run that are pipes, or that another program removes or cuts off during the run.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "app/run/run_command.h"
#include "checkpoint/checkpoint.h"

namespace gpubuck::test {
namespace {

struct Disturbed : RunCommand {
  /// Begins a long run, and disturbs it once the run has written some rows.
  template <typename Disturb>
  Outcome runDisturbed(const Disturb& disturb) const {
    std::filesystem::remove_all(folder / "out");
    return run(
        tiny(), "out", 1'000'000, {"--observe-every", "1", "--quiet"}, {.meanwhile = [&](int) {
          waitUntil([&] { return exists("out/observables.csv") && observables("out").size() > 3; });
          disturb(folder / "out/observables.csv");
        }});
  }
};

TEST_F(Disturbed, PipeInPlaceOfAFile_IsRefusedAtOnce) {
  for (const char* name : {"observables.csv", "run.json", "trajectory.xyz", "trajectory.gsd",
                           "stress_profile.csv", "checkpoint-00000000.h5"}) {
    std::filesystem::remove_all(folder / "out");
    std::filesystem::create_directory(folder / "out");
    ASSERT_EQ(mkfifo((folder / ("out/" + std::string(name))).c_str(), 0600), 0);
    for (const char* option : {"--quiet", "--overwrite"}) {
      EXPECT_TRUE(refused(run(tiny(), "out", 4, {option, "--trajectory-every", "2"}), 2,
                          {std::string("out/") + name, "regular file"}));
    }
  }
}

TEST_F(Disturbed, OutputThatVanishes_EndsTheRun) {
  const std::vector<std::pair<const char*, std::function<void(const std::string&)>>> cases{
      {"was removed or replaced while", [](const auto& rows) { std::filesystem::remove(rows); }},
      {"was removed or replaced while",
       [](const auto& rows) { std::filesystem::rename(rows, rows + ".1"); }},
      {"was cut off by another program",
       [](const auto& rows) { std::filesystem::resize_file(rows, 0); }}};
  for (const auto& [message, disturb] : cases) {
    EXPECT_TRUE(refused(runDisturbed(disturb), 1, {"out/observables.csv", message}));
    EXPECT_EQ(record("out").at("status"), "failed");
  }
}

TEST_F(Disturbed, RemovedFolder_IsTheError) {
  const auto remove = [&](const std::string&) { std::filesystem::remove_all(folder / "out"); };
  EXPECT_TRUE(refused(runDisturbed(remove), 1, {"out", "removed"}));
}

TEST_F(Disturbed, LastStepThatIsCounted_IsTheEnd) {
  ASSERT_TRUE(done(run(tiny(), "out", 0, {"--checkpoint-every", "1"})));
  const std::string checkpoint = folder / "out/checkpoint-00000000.h5";
  run::RunState state = checkpoint::readCheckpoint(checkpoint);
  state.clock = {.step = dpd::kMaxStep - 1, .dt = 0.01};
  checkpoint::writeCheckpoint(checkpoint, state);
  const auto goOn = [&](const char* steps) {
    return runGpubuck({"run", "--restart", checkpoint, "--steps", steps, "--checkpoint-every", "1",
                       "--out", folder / "on"});
  };
  EXPECT_TRUE(refused(goOn("2"), 2, {"--steps", "step 9007199254740993"}));
  ASSERT_TRUE(done(goOn("1")));
  EXPECT_TRUE(done(runGpubuck({"check", folder / "on/checkpoint-9007199254740992.h5"})));
}

}  // namespace
}  // namespace gpubuck::test
