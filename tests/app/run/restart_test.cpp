// `gpubuck run --restart`: going on from a checkpoint as if the run had never stopped.
#include "app/run/run_command.h"
#include "checkpoint/checkpoint.h"
#include "support/errors.h"

namespace gpubuck::test {
namespace {

struct Restart : RunCommand, ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Scenarios, Restart,
                         ::testing::Values("equilibrium", "membrane", "rayleigh-taylor-16k"),
                         testName);

TEST_P(Restart, ContinuesBitForBit) {
  const std::string name = GetParam();
  // These options reorder the particles at the checkpoint and after it.
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
  const auto last = [&](const std::string& out) {
    return checkpoint::readCheckpoint(folder / (out + "/checkpoint-00000020.h5"));
  };
  const run::RunState one = last("straight"), other = last("restarted");
  EXPECT_EQ(one.clock.step, other.clock.step);
  EXPECT_EQ(one.clock.time(), other.clock.time());
  EXPECT_TRUE(one.particles.position == other.particles.position);
  EXPECT_TRUE(one.particles.velocity == other.particles.velocity);
  EXPECT_TRUE(one.particles.predicted == other.particles.predicted);
  EXPECT_EQ(record("restarted").at("last_step"), 20);
}

TEST_F(RunCommand, InvalidCheckpoint_IsRefused) {
  const auto restart = [&](const std::string& file, const std::vector<std::string>& more = {}) {
    std::vector<std::string> options{"--restart", file};
    options.insert(options.end(), more.begin(), more.end());
    return run(tiny(), "out", 1, options);
  };
  EXPECT_TRUE(refused(restart(tiny()), 2, {"tiny.toml", "checkpoint"}));
  EXPECT_TRUE(
      refused(restart(folder / "missing.h5"), 2, {"missing.h5", "No such file or directory"}));
  EXPECT_TRUE(refused(restart(folder.path().string()), 2, {folder.path().string()}));

  ASSERT_TRUE(done(run(tiny(), "first", 2, {"--checkpoint-every", "2"})));
  const std::string checkpoint = folder / "first/checkpoint-00000002.h5";
  EXPECT_TRUE(done(restart(checkpoint)));
  std::filesystem::remove_all(folder / "out");
  const std::string bytes = folder.get("first/checkpoint-00000002.h5");
  EXPECT_TRUE(
      refused(restart(folder.put("cut.h5", bytes.substr(0, bytes.size() / 2))), 2, {"cut.h5"}));
  EXPECT_FALSE(exists("out/observables.csv")) << "a refused run leaves none";
}

struct RestartOf : RunCommand {
  std::string first(const std::vector<std::string>& options = {}) {
    std::vector<std::string> all{"--checkpoint-every", "2"};
    all.insert(all.end(), options.begin(), options.end());
    EXPECT_TRUE(done(run(tiny(), "first", 2, all)));
    return folder / "first/checkpoint-00000002.h5";
  }
  /// Continues without naming a scenario.
  Outcome goOn(const std::string& checkpoint, const std::string& out, int steps,
               const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"run",        "--restart",           checkpoint,
                                       "--steps",    std::to_string(steps), "--out",
                                       folder / out, "--observe-every",     "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runGpubuck(arguments);
  }
};

TEST_F(RestartOf, Checkpoint_GivesScenarioSeedNoiseAndTime) {
  const std::vector<std::string> options{"--set",           "integrator.dt=0.02",
                                         "--set",           "noise.kind=philox",
                                         "--set",           "fluid.gravity=[0, 0, -0.5]",
                                         "--observe-every", "1",
                                         "--seed",          "7"};
  const std::string checkpoint = first(options);
  std::vector<std::string> straight = options;
  straight.insert(straight.end(), {"--checkpoint-every", "4"});
  ASSERT_TRUE(done(run(tiny(), "straight", 4, straight)));
  ASSERT_TRUE(done(goOn(checkpoint, "on", 2)));
  const std::vector<std::string> whole = observables("straight");
  EXPECT_EQ(observables("on"), (std::vector<std::string>{whole[0], whole[3], whole[4], whole[5]}));
  EXPECT_EQ(record("on").at("scenario"), record("straight").at("scenario"));
}

TEST_F(RestartOf, MovingBody_ContinuesFromItsPlace) {
  const std::vector<std::string> options{
      "--set",
      "solid=[{kind=\"body\", shape=\"sphere\", radius=1, centre=[2, 2, 2], "
      "velocity=[5, 0.1, -7]}]",
      "--observe-every", "1"};
  const std::string checkpoint = first(options);
  ASSERT_TRUE(done(run(tiny(), "straight", 4, options)));
  ASSERT_TRUE(done(goOn(checkpoint, "on", 2)));
  const std::vector<std::string> whole = observables("straight");
  EXPECT_EQ(observables("on"), (std::vector<std::string>{whole[0], whole[3], whole[4], whole[5]}));
  EXPECT_NE(record("on").at("scenario").at("solid").at(0).at("centre").at(0), 2.0);
}

TEST_F(RestartOf, Set_ChangesLiveKeys) {
  const std::string checkpoint = first();
  ASSERT_TRUE(done(goOn(checkpoint, "on", 2,
                        {"--set", "integrator.dt=0.005", "--set", "fluid.gravity=[0, 0, -1]",
                         "--checkpoint-every", "2"})));
  EXPECT_EQ(record("on").at("scenario").at("integrator").at("dt"), 0.005);
  EXPECT_EQ(record("on").at("scenario").at("fluid").at("gravity").at(2), -1.0);
  const auto timeOf = [](const std::string& row) {
    return std::stod(row.substr(row.find(',') + 1));
  };
  const std::vector<std::string> rows = observables("on");
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_DOUBLE_EQ(timeOf(rows[1]), 0.02);
  EXPECT_DOUBLE_EQ(timeOf(rows[3]), 0.03);
  // Time never decreases, however often a run is continued.
  ASSERT_TRUE(done(
      goOn(folder / "on/checkpoint-00000004.h5", "further", 1, {"--set", "integrator.dt=0.01"})));
  EXPECT_DOUBLE_EQ(timeOf(observables("further").back()), 0.04);
}

// The checkpoint has lists for other cells, so the particles are sorted again.
TEST_F(RestartOf, Set_ChangesTheSearch) {
  const std::string checkpoint = first();
  ASSERT_TRUE(done(goOn(checkpoint, "same", 2)));
  const auto energyOf = [&](const std::string& out) {
    const std::vector<std::string> rows = observables(out);
    const std::string& last = rows.back();
    std::size_t at = 0;
    for (int column = 0; column < 4; ++column) at = last.find(',', at) + 1;
    return std::stod(last.substr(at));
  };
  for (const std::string kind : {"octant=2", "cells-per-cutoff=2"}) {
    SCOPED_TRACE(kind);
    const std::vector<std::string> other{"--set", "search.kind=" + kind};
    std::vector<std::string> all = other;
    all.insert(all.end(), {"--checkpoint-every", "1"});
    ASSERT_TRUE(done(goOn(checkpoint, kind, 2, all)));
    EXPECT_EQ(record(kind).at("scenario").at("search").at("kind"), kind);
    // The forces are added in another order, which changes the last digits. A missing pair would
    // change the second digit.
    EXPECT_NEAR(energyOf(kind), energyOf("same"), 1e-4 * energyOf("same"));
    // Checkpoints of this run have lists for the cells of this search. A run continues from these
    // checkpoints bit for bit, and can also return to the cells of the first run.
    const std::string between = folder / (kind + "/checkpoint-00000003.h5");
    ASSERT_TRUE(done(goOn(between, kind + " on", 1)));
    EXPECT_EQ(observables(kind + " on").back(), observables(kind).back());
    ASSERT_TRUE(done(goOn(between, kind + " back", 1, {"--set", "search.kind=cells27"})));
    EXPECT_NEAR(energyOf(kind + " back"), energyOf("same"), 1e-4 * energyOf("same"));
  }
}

TEST_F(RestartOf, Set_OfFixedKey_IsRefused) {
  const std::string checkpoint = first();
  const auto expectRefused = [&](const std::vector<std::string>& options, const Facts& facts) {
    EXPECT_TRUE(refused(goOn(checkpoint, "on", 1, options), 2, facts));
    EXPECT_FALSE(exists("on")) << "a refused run leaves nothing";
  };
  expectRefused({"--set", "fluid.density=3.5"},
                {"checkpoint-00000002.h5", "fluid.density", "3", "3.5"});
  expectRefused({"--set", "box.size=[3, 4, 5.5]"}, {"box.size", "3, 4, 5.5", "4, 4, 4"});
  expectRefused({"--seed", "2"}, {"noise.seed", "1", "2"});
  expectRefused({"--set", "fluid.densty=3"}, {"fluid.densty"});
  EXPECT_TRUE(done(goOn(checkpoint, "on", 1, {"--seed", "1", "--set", "fluid.density=3"})))
      << "the values it has";
}

TEST_F(RestartOf, OtherScenario_IsRefused) {
  const std::string checkpoint = first({"--set", "integrator.dt=0.02"});
  EXPECT_TRUE(refused(run(tiny(), "on", 1, {"--restart", checkpoint}), 2,
                      {"tiny.toml", "integrator.dt", "0.01", "0.02", "checkpoint-00000002.h5"}));
  EXPECT_FALSE(exists("on"));
  EXPECT_TRUE(
      done(run(tiny(), "same", 1, {"--restart", checkpoint, "--set", "integrator.dt=0.02"})));
  EXPECT_TRUE(
      done(run(tiny(), "other", 1, {"--restart", checkpoint, "--set", "integrator.dt=0.015"})));
}

TEST_F(RestartOf, EmptyCheckpointName_IsRefused) {
  EXPECT_TRUE(refused(goOn("", "on", 1), 2, {"--restart"}));
  EXPECT_TRUE(refused(runGpubuck({"run", "--steps", "1", "--out", folder / "on"}), 2,
                      {"scenario", "--restart"}));
  EXPECT_FALSE(exists("on"));
}

TEST_F(RunCommand, Restart_KeepsTheRunItStartsFrom) {
  ASSERT_TRUE(done(run(tiny(), "out", 2, {"--checkpoint-every", "2", "--trajectory-every", "1"})));
  const std::string before = folder.get("out/observables.csv");
  const std::string checkpoint = folder / "out/checkpoint-00000002.h5";
  EXPECT_TRUE(refused(run(tiny(), "out", 2, {"--restart", checkpoint}), 2, {"run"}));
  EXPECT_EQ(folder.get("out/observables.csv"), before);
  std::filesystem::remove(folder / "out/observables.csv");
  EXPECT_TRUE(refused(run(tiny(), "out", 2, {"--restart", checkpoint}), 2, {"run"}));
}

TEST_F(RunCommand, OnlyTheLatestCheckpoints_AreKept) {
  ASSERT_TRUE(done(run(tiny(), "out", 9, {"--checkpoint-every", "2", "--keep-checkpoints", "2"})));
  EXPECT_FALSE(exists("out/checkpoint-00000006.h5"));
  EXPECT_TRUE(exists("out/checkpoint-00000008.h5"));
  EXPECT_TRUE(exists("out/checkpoint-00000009.h5"));
  EXPECT_TRUE(refused(run(tiny(), "other", 9, {"--keep-checkpoints", "1"}), 2,
                      {"--keep-checkpoints", "0", "2", "1"}));
}

TEST_F(RunCommand, DamagedCheckpoint_IsRefused) {
  ASSERT_TRUE(done(run(tiny(), "out", 4, {"--checkpoint-every", "2"})));
  const std::string good = folder / "out/checkpoint-00000004.h5";
  const Outcome whole = runGpubuck({"check", good});
  EXPECT_EQ(whole.exitCode, 0);
  EXPECT_TRUE(contains(whole.output, good + ": whole: tiny, step 4, time 0.0")) << whole.output;
  std::string bytes = folder.get("out/checkpoint-00000002.h5");
  bytes[bytes.size() / 2] ^= 1;
  const std::string bad = folder.put("bad.h5", bytes);
  EXPECT_TRUE(refused(runGpubuck({"check", bad}), 2, {"bad.h5", "damaged"}));
  const Outcome both = runGpubuck({"check", bad, good, tiny()});
  EXPECT_EQ(both.exitCode, 2);
  EXPECT_TRUE(contains(both.output, good + ": whole"));
  EXPECT_TRUE(contains(both.errors, "bad.h5: is damaged: its "));
  EXPECT_TRUE(contains(both.errors, "tiny.toml: is not a checkpoint\n"));
  EXPECT_TRUE(contains(both.errors, "check: 2 of 3 files are not whole checkpoints\n"));
}

TEST_F(RunCommand, UntilAndSteps_SetTheEnd) {
  const std::vector<std::string> begin{"run", tiny(), "--out", folder / "out"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = begin;
    all.insert(all.end(), more.begin(), more.end());
    return runGpubuck(all);
  };
  EXPECT_TRUE(refused(with({}), 2, {"--steps", "--until"}));
  EXPECT_TRUE(refused(with({"--steps", "1", "--until", "1"}), 2, {"--until", "--steps"}));
  EXPECT_TRUE(done(with({"--until", "4", "--checkpoint-every", "4"})));
  EXPECT_EQ(record("out").at("step"), 4);
  const std::string checkpoint = folder / "out/checkpoint-00000004.h5";
  EXPECT_TRUE(refused(with({"--restart", checkpoint, "--append", "--until", "3"}), 2,
                      {"--until", "step 4", "3"}));
  EXPECT_TRUE(done(with({"--restart", checkpoint, "--append", "--until", "6"})));
  EXPECT_EQ(record("out").at("step"), 6);
  EXPECT_TRUE(refused(with({"--append", "--steps", "1"}), 2, {"--append", "--restart"}));
  EXPECT_TRUE(refused(with({"--restart", checkpoint, "--append", "--overwrite", "--steps", "1"}), 2,
                      {"--append", "--overwrite"}));
}

}  // namespace
}  // namespace gpubuck::test
