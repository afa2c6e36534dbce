// `gpubuck run --restart`: going on from a checkpoint as if the run had never stopped.
#include "app/run/run_command.h"
#include "io/checkpoint.h"

namespace gpubuck::test {
namespace {

struct Restart : RunCommand, ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Scenarios, Restart,
                         ::testing::Values("equilibrium", "rayleigh-taylor-16k"), testName);

TEST_P(Restart, GoesOnBitForBit) {
  const std::string name = GetParam();
  // The particles are brought into another order at the checkpoint and after it.
  const std::vector<std::string> options{"--set",
                                         "sort.reorder_every=5",
                                         "--observe-every",
                                         "5",
                                         "--frames-every",
                                         "20",
                                         "--checkpoint-every",
                                         "10",
                                         "--trajectory-every",
                                         "20"};
  ASSERT_TRUE(done(run(shipped(name), "straight", 20, options)));
  std::vector<std::string> goOn = options;
  goOn.insert(goOn.end(), {"--restart", folder / "straight/checkpoint-00000010.h5"});
  ASSERT_TRUE(done(run(shipped(name), "restarted", 10, goOn)));

  EXPECT_EQ(observedSteps("restarted"), (std::vector<int>{10, 15, 20}));
  const std::vector<std::string> straight = observables("straight");
  const std::vector<std::string> restarted = observables("restarted");
  ASSERT_EQ(straight.size(), 6u);
  EXPECT_EQ(restarted,
            (std::vector<std::string>{straight[0], straight[3], straight[4], straight[5]}));
  expectSame("frames/00000020.png", "straight", "restarted");
  const std::string trajectory = folder.get("straight/trajectory.xyz");
  EXPECT_TRUE(trajectory.ends_with(folder.get("restarted/trajectory.xyz")));
  EXPECT_FALSE(folder.get("restarted/trajectory.xyz").empty());
  const io::Checkpoint one = io::readCheckpoint(folder / "straight/checkpoint-00000020.h5");
  const io::Checkpoint other = io::readCheckpoint(folder / "restarted/checkpoint-00000020.h5");
  EXPECT_EQ(one.step, other.step);
  EXPECT_TRUE(one.state.position == other.state.position);
  EXPECT_TRUE(one.state.velocity == other.state.velocity);
  EXPECT_TRUE(one.state.predicted == other.state.predicted);
  EXPECT_EQ(record("restarted").at("last_step"), 20);
}

TEST_F(RunCommand, WhatIsNoCheckpointOfTheScenarioIsRefused) {
  const auto restart = [&](const std::string& file, const std::vector<std::string>& more = {}) {
    std::vector<std::string> options{"--restart", file};
    options.insert(options.end(), more.begin(), more.end());
    return run(tiny(), "out", 1, options);
  };
  EXPECT_TRUE(refused(restart(tiny()), 2, {"tiny.toml: ", "HDF5"}));
  EXPECT_TRUE(refused(restart(folder / "missing.h5"), 2, {"missing.h5: ", "No such file"}));
  EXPECT_TRUE(refused(restart(folder.path().string()), 2, {folder.path().string() + ": "}));

  ASSERT_TRUE(done(run(tiny(), "first", 2, {"--checkpoint-every", "2"})));
  const std::string checkpoint = folder / "first/checkpoint-00000002.h5";
  EXPECT_TRUE(done(restart(checkpoint)));
  std::filesystem::remove_all(folder / "out");
  EXPECT_TRUE(refused(restart(checkpoint, {"--set", "fluid.density=3.5"}), 2,
                      {"checkpoint-00000002.h5: ", "192", "224"}));
  EXPECT_TRUE(refused(restart(checkpoint, {"--set", "box.size=[3, 4, 5.3333333]"}), 2,
                      {"checkpoint-00000002.h5: ", "outside the box"}));
  const std::string bytes = folder.get("first/checkpoint-00000002.h5");
  EXPECT_TRUE(
      refused(restart(folder.put("cut.h5", bytes.substr(0, bytes.size() / 2))), 2, {"cut.h5: "}));
  EXPECT_FALSE(exists("out/observables.csv")) << "a refused run leaves none";
}

TEST_F(RunCommand, ARestartDoesNotOverwriteTheRunItGoesOnFrom) {
  ASSERT_TRUE(done(run(tiny(), "out", 2, {"--checkpoint-every", "2"})));
  const std::string before = folder.get("out/observables.csv");
  EXPECT_TRUE(refused(run(tiny(), "out", 2, {"--restart", folder / "out/checkpoint-00000002.h5"}),
                      2, {"--out", "restart"}));
  EXPECT_EQ(folder.get("out/observables.csv"), before);
}

}  // namespace
}  // namespace gpubuck::test
