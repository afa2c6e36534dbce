// `gpubuck run --on lammps`, with a program that stands in for LAMMPS (fake-lmp), with the LAMMPS
// of the Linux distribution, and with the LAMMPS of tools/build-lammps if it has been built. If
// this LAMMPS has not been built, there are no tests for it, since a skipped test fails.
#include <fmt/format.h>
#include <sys/wait.h>

#include <cmath>
#include <csignal>
#include <cstdlib>

#include "app/lammps/lammps.h"
#include "app/run/run_command.h"
#include "checkpoint/checkpoint.h"
#include "file/child_process.h"

namespace gpubuck::test {
namespace {

const std::string kFake = GPUBUCK_SOURCE_DIR "/tests/app/lammps/fake-lmp";

struct RunOnLammps : RunCommand {
  /// Runs a scenario on the fake, which goes wrong as `fault` says.
  Outcome onFake(const std::string& out, int steps, std::vector<std::string> more = {},
                 const std::string& fault = {}, Surroundings around = {}) const {
    more.insert(more.end(), {"--on", "lammps", "--lmp", kFake});
    around.environment.push_back("FAKE_LMP=" + fault);
    return run(tiny(), out, steps, more, around);
  }
  run::RunState checkpoint(const std::string& out, int step) const {
    return checkpoint::readCheckpoint(folder / fmt::format("{}/checkpoint-{:08}.h5", out, step));
  }
};

TEST_F(RunOnLammps, LeavesTheFolderOfEveryRun) {
  ASSERT_TRUE(done(onFake("out", 6,
                          {"--observe-every", "2", "--trajectory-every", "3", "--frames-every", "6",
                           "--checkpoint-every", "6"})));
  EXPECT_EQ(observedSteps("out"), (std::vector<int>{0, 2, 4, 6}));
  ASSERT_TRUE(done(run(tiny(), "plain", 0, {"--observe-every", "2", "--checkpoint-every", "1"})));
  // The first state does not come from LAMMPS, so its row is the same as in a run without LAMMPS.
  EXPECT_EQ(observables("out")[0], observables("plain")[0]);
  EXPECT_EQ(observables("out")[1], observables("plain")[1]);
  EXPECT_NE(folder.get("out/trajectory.xyz").find("Step=3"), std::string::npos);
  EXPECT_TRUE(exists("out/frames/00000006.png"));
  EXPECT_EQ(record("out").at("status"), "done");
  EXPECT_EQ(record("out").at("step"), 6);
  EXPECT_EQ(record("out").at("lammps").at("version"), "1 Jan 2026");
  EXPECT_EQ(record("out").at("lammps").at("command"), std::vector<std::string>{kFake});

  // The fake writes states of steps 2, 3, 4 and 6, and moves the particles by 0.25 each time: by 1
  // in all.
  const run::RunState first = checkpoint("plain", 0), last = checkpoint("out", 6);
  EXPECT_EQ(last.clock.step, 6);
  EXPECT_EQ(last.clock.time(), 0.06);
  EXPECT_FALSE(last.engine) << "no engine of gpubuck made the steps";
  const dpd::Particles before = dpd::unpacked(first.particles),
                       after = dpd::unpacked(last.particles);
  int wrapped = 0;
  for (std::size_t i = 0; i < after.count(); ++i) {
    const bool leaves = before.position[i].x + 1.0F >= 4.0F;
    wrapped += leaves;
    EXPECT_NEAR(after.position[i].x, before.position[i].x + (leaves ? -3.0F : 1.0F), 1e-6F) << i;
    EXPECT_EQ(after.position[i].y, before.position[i].y) << i;
    EXPECT_EQ(after.velocity[i].x, before.velocity[i].x) << i;
    EXPECT_NEAR(after.velocity[i].y, before.velocity[i].y + 1.0F, 1e-6F) << i;
  }
  EXPECT_GT(wrapped, 10);
  for (std::size_t k = 0; k < last.particles.count(); ++k) {
    EXPECT_EQ(glm::vec3(last.particles.predicted[k]), glm::vec3(last.particles.velocity[k])) << k;
  }
  EXPECT_TRUE(exists("out/lammps/in.lammps"));
  EXPECT_FALSE(exists("out/lammps/state.00000006")) << "states are removed once they are read";
}

TEST_F(RunOnLammps, WithoutCheckpoints_LeavesTheLastState) {
  ASSERT_TRUE(done(onFake("out", 7)));
  EXPECT_EQ(checkpoint("out", 7).clock.step, 7);
}

TEST_F(RunOnLammps, GoesOnInEitherProgram) {
  ASSERT_TRUE(done(onFake("out", 4, {"--observe-every", "2"})));
  const auto goOn = [&](int step, const std::vector<std::string>& how) {
    std::vector<std::string> all{
        "run",      "--restart",    folder / fmt::format("out/checkpoint-{:08}.h5", step),
        "--append", "--steps",      "4",
        "--out",    folder / "out", "--checkpoint-every",
        "4"};
    all.insert(all.end(), how.begin(), how.end());
    return runGpubuck(all);
  };
  ASSERT_TRUE(done(goOn(4, {})));
  const std::string there = folder.get("out/observables.csv");
  ASSERT_TRUE(done(goOn(8, {"--on", "lammps", "--lmp", kFake})));
  EXPECT_EQ(observedSteps("out"), (std::vector<int>{0, 2, 4, 6, 8, 10, 12}));
  EXPECT_TRUE(folder.get("out/observables.csv").starts_with(there));
  EXPECT_NE(folder.get("out/lammps/in.lammps").find("reset_timestep 8\n"), std::string::npos);
  // The scenario differs from the scenario of the checkpoint.
  const std::string wide = folder.put("wide.toml", "name = 'tiny'\n[box]\nsize = [4, 4, 5]\n");
  EXPECT_TRUE(refused(
      run(wide, "other", 4,
          {"--restart", folder / "out/checkpoint-00000012.h5", "--on", "lammps", "--lmp", kFake}),
      2, {"wide.toml", "box.size"}));
  EXPECT_FALSE(exists("other"));
}

TEST_F(RunOnLammps, OverwriteReplacesTheFilesOfLammps) {
  ASSERT_TRUE(done(onFake("out", 2)));
  EXPECT_TRUE(refused(onFake("out", 2), 2, {"out", "--overwrite"}));
  ASSERT_TRUE(done(run(tiny(), "out", 2, {"--overwrite"})));
  EXPECT_FALSE(exists("out/lammps/in.lammps"));
}

TEST_F(RunOnLammps, ThatLammpsLacks_IsRefusedBeforeAnythingStarts) {
  const auto refuses = [&](const std::vector<std::string>& more, const std::string& fault, int code,
                           const Facts& facts) {
    EXPECT_TRUE(refused(onFake("out", 2, more, fault), code, facts));
    EXPECT_FALSE(exists("out"));
  };
  refuses({"--set", "integrator.dt=0"}, "", 2, {"integrator.dt"});
  refuses({}, "lacks dpd", 1, {kFake, "pair style dpd", "DPD-BASIC", "tools/build-lammps"});
  refuses({}, "lacks atomic", 1, {kFake, "atom style atomic"});
  refuses({"--ranks", "2"}, "serial", 1, {kFake, "MPI"});
  refuses({}, "stranger", 1, {kFake, "not LAMMPS"});
  refuses({"--profile"}, "", 2, {"--profile", "LAMMPS"});
  EXPECT_TRUE(refused(run(folder.put("wall.toml",
                                     "[box]\nsize = [4, 4, 4]\n[[solid]]\n"
                                     "shape = 'box'\nlow = [1, 1, 1]\nhigh = [2, 2, 2]\n"),
                          "out", 2, {"--on", "lammps", "--lmp", kFake}),
                      2, {"solid.0", "LAMMPS"}));
  EXPECT_FALSE(exists("out"));
  // Styles that this fluid does not need may be missing in LAMMPS.
  EXPECT_TRUE(done(onFake("out", 2, {}, "lacks mdpd")));
}

TEST_F(RunOnLammps, MissingPrograms_AreNamed) {
  const auto with = [&](const std::vector<std::string>& more, const std::string& path) {
    std::vector<std::string> all{"--on", "lammps"};
    all.insert(all.end(), more.begin(), more.end());
    return run(tiny(), "out", 2, all, {.environment = {"PATH=" + path}});
  };
  EXPECT_TRUE(refused(with({"--lmp", folder / "none"}, ""), 2, {"--lmp", folder / "none"}));
  EXPECT_TRUE(
      refused(with({"--lmp", kFake, "--ranks", "2"}, folder / "none"), 1, {"mpirun", "PATH"}));
  EXPECT_TRUE(refused(with({"--lmp", kFake, "--launcher", "srun -n 2"}, folder / "none"), 1,
                      {"srun", "PATH"}));
  EXPECT_FALSE(exists("out"));
  // These options need --on lammps.
  for (const char* option :
       {"--ranks=2", "--launcher=srun", "--lmp=lmp", "--lammps-arguments=-v", "--slurm=job"}) {
    EXPECT_TRUE(
        refused(run(tiny(), "out", 2, {option}), 2,
                {std::string(option).substr(0, std::string(option).find('=')), "--on lammps"}));
  }
}

TEST_F(RunOnLammps, LauncherAndArguments_StartLammps) {
  const std::string launcher = folder.put(
      "launch",
      "#!/bin/sh\nprintf '%s\\n' \"$*\" >\"$(dirname \"$0\")/words\"\nshift 2\nexec \"$@\"\n");
  std::filesystem::permissions(launcher, std::filesystem::perms::owner_all);
  ASSERT_TRUE(done(
      onFake("out", 2, {"--launcher", launcher + " -n  3", "--lammps-arguments=-k on -sf kk"})));
  EXPECT_EQ(folder.get("words"),
            fmt::format("-n 3 {} -k on -sf kk -in in.lammps -log log.lammps\n", kFake));
}

TEST_F(RunOnLammps, FailureOfLammps_IsReported) {
  const auto fails = [&](const std::string& fault, const Facts& facts) {
    std::filesystem::remove_all(folder / "out");
    EXPECT_TRUE(refused(
        onFake("out", 8, {"--observe-every", "2", "--checkpoint-every", "4"}, fault), 1, facts));
    EXPECT_EQ(record("out").at("status"), "failed");
    EXPECT_EQ(record("out").at("step"), 4);
    EXPECT_EQ(observedSteps("out"), (std::vector<int>{0, 2, 4}));
    EXPECT_EQ(checkpoint("out", 4).clock.step, 4) << "a run can go on from here";
  };
  fails("fails 6", {"LAMMPS", "exit code 1", "ERROR: Lost atoms", "lammps/log.lammps",
                    "checkpoint-00000004.h5"});
  fails("leaves 6", {"LAMMPS", "exit code 0", "step 6"});
  // The file is cut off, as a full disk leaves it.
  fails("cuts 6", {"LAMMPS", "within a line"});
  fails("infinite 6", {"LAMMPS", "nan"});
}

TEST_F(RunOnLammps, FullDisk_IsReported) {
  // The record of the run fits onto the disk, but the file of particles for LAMMPS does not.
  EXPECT_TRUE(refused(onFake("out", 8, {"--set", "box.size=[8,8,8]"}, {}, {.largestFile = 50'000}),
                      1, {"start.data.part", "File too large"}));
  EXPECT_EQ(record("out").at("status"), "failed");
  EXPECT_FALSE(exists("out/lammps/start.data")) << "no file is half written";
}

TEST_F(RunOnLammps, Signal_EndsLammpsAndLeavesACheckpoint) {
  for (const int signal : {SIGINT, SIGUSR1}) {
    const std::string out = std::to_string(signal);
    const Outcome outcome =
        onFake(out, 8, {"--observe-every", "2"}, "hangs 6", {.meanwhile = [&](int process) {
                 waitUntil([&] {
                   return exists(out + "/lammps/process") && observedSteps(out).size() > 2;
                 });
                 kill(process, signal);
               }});
    EXPECT_TRUE(
        refused(outcome, 128 + signal, {"step 4 of 8", "--restart", "checkpoint-00000004.h5"}));
    EXPECT_EQ(record(out).at("status"), "interrupted");
    EXPECT_EQ(checkpoint(out, 4).clock.step, 4);
    const pid_t lammps = std::stoi(folder.get(out + "/lammps/process"));
    EXPECT_NE(kill(lammps, 0), 0) << "LAMMPS is still there";
  }
}

TEST_F(RunOnLammps, SlurmScript_BeginsTheRunOrGoesOn) {
  const std::string job = folder / "job.sh";
  ASSERT_TRUE(done(run(tiny(), "out", 50,
                       {"--on", "lammps", "--ranks", "64", "--lammps-arguments=-sf omp", "--slurm",
                        job, "--set", "fluid.kT=1.5", "--quiet", "--seed", "7"})));
  EXPECT_FALSE(exists("out"));
  const std::string script = folder.get("job.sh"), out = folder / "out";
  EXPECT_TRUE(contains(script, "#SBATCH --ntasks=64\n"));
  EXPECT_TRUE(contains(script, "#SBATCH --signal=B:USR1@"));
  EXPECT_TRUE(contains(script, fmt::format("ls -v {}/checkpoint-*.h5", out)));
  const std::string how =
      fmt::format("--out {} --on lammps --launcher srun '--lammps-arguments=-sf omp'\n", out);
  EXPECT_TRUE(contains(script, "--restart \"$newest\" --append --until 50 " + how));
  EXPECT_TRUE(contains(script, "--steps=50"));
  EXPECT_TRUE(contains(script, "--set=fluid.kT=1.5"));
  EXPECT_TRUE(contains(script, "--seed=7"));
  EXPECT_TRUE(contains(script, "--quiet"));
  // The script runs without Slurm. It starts the fake program, which srun would start otherwise.
  const std::string bin = folder / "bin";
  std::filesystem::create_directory(bin);
  std::filesystem::create_symlink(GPUBUCK_EXECUTABLE, bin + "/gpubuck");
  std::filesystem::create_symlink(kFake, bin + "/lmp");
  std::filesystem::create_symlink("/usr/bin/env", bin + "/srun");
  const auto runScript = [&] {
    return std::system(
        fmt::format("PATH='{}':\"$PATH\" sh '{}' >/dev/null 2>&1", bin, job).c_str());
  };
  ASSERT_EQ(runScript(), 0);
  EXPECT_EQ(checkpoint("out", 50).clock.step, 50);
  EXPECT_EQ(runScript(), 0) << "there is nothing left to do";
  EXPECT_TRUE(
      refused(run(tiny(), "out", 50, {"--on", "lammps", "--slurm", job}), 2, {"--slurm", job}));
  EXPECT_TRUE(refused(run(tiny(), "out", 50, {"--on", "lammps", "--slurm", "x", "--overwrite"}), 2,
                      {"--slurm", "--overwrite"}));
}

/// The distribution's LAMMPS with two processes. Its pair forces come from a table.
struct RunOnRealLammps : RunCommand {
  /// Open MPI refuses to run as root unless both variables are set.
  const Surroundings around{
      .environment = {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"}};

  static std::vector<std::string> on(const std::string& lmp) {
    return {"--on", "lammps", "--lmp", lmp, "--launcher", "mpirun --oversubscribe -np 2"};
  }
  const std::vector<std::string> how = on(GPUBUCK_SOURCE_DIR "/tests/app/lammps/lmp-with-tables");
};

/// Returns a fluid of two species with walls and gravity, with or without friction and noise.
std::string mixture(const char* gamma) {
  return fmt::format(
      "[box]\nsize = [6, 6, 6]\nboundary = ['periodic', 'periodic', 'reflecting']\n"
      "[fluid]\ngravity = [0, 0, -0.5]\n"
      "[[species]]\nname = 'light'\nfraction = 0.7\n"
      "[[species]]\nname = 'heavy'\nmass = 4.0\nfraction = 0.3\n"
      "[[pair]]\nspecies = ['light', 'light']\na = 25\ngamma = {0}\n"
      "[[pair]]\nspecies = ['heavy', 'heavy']\na = 25\ngamma = {0}\n"
      "[[pair]]\nspecies = ['light', 'heavy']\na = 40\ngamma = {0}\n"
      "[initial]\nstate = 'lattice'\n[integrator]\ndt = 0.01\n",
      gamma);
}

TEST_F(RunOnRealLammps, WithoutNoise_MakesTheStepsThatGpubuckMakes) {
  const std::string scenario = folder.put("fluid.toml", mixture("0"));
  ASSERT_TRUE(done(run(scenario, "straight", 30, {"--checkpoint-every", "10"})));
  const auto goOn = [&](const std::string& from, const std::string& out,
                        const std::vector<std::string>& more) {
    std::vector<std::string> all{"--restart", folder / from, "--checkpoint-every", "10"};
    all.insert(all.end(), more.begin(), more.end());
    return run(scenario, out, 10, all, around);
  };
  ASSERT_TRUE(done(goOn("straight/checkpoint-00000010.h5", "lammps", how)));
  ASSERT_TRUE(done(goOn("lammps/checkpoint-00000020.h5", "after", {})));
  const auto particles = [&](const std::string& file) {
    return dpd::unpacked(checkpoint::readCheckpoint(folder / file).particles);
  };
  for (const auto& [step, out] :
       {std::pair<int, std::string>{20, "lammps"}, std::pair<int, std::string>{30, "after"}}) {
    const std::string name = fmt::format("/checkpoint-{:08}.h5", step);
    const dpd::Particles expected = particles("straight" + name), got = particles(out + name);
    ASSERT_EQ(got.count(), expected.count());
    double moved = 0.0;
    for (std::size_t i = 0; i < got.count(); ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        const float difference = got.position[i][axis] - expected.position[i][axis];
        const float apart = axis == 2 ? difference : std::remainder(difference, 6.0F);
        // Close neighbours amplify the rounding to floats, which is 5e-7 per step.
        EXPECT_NEAR(apart, 0.0F, 2e-4F) << step << ", " << i;
        // In a velocity, this rounding is divided by the time step of 0.01, which makes 5e-5.
        EXPECT_NEAR(got.velocity[i][axis], expected.velocity[i][axis], 5e-3F) << step << ", " << i;
        moved += std::abs(expected.velocity[i][axis]);
      }
    }
    EXPECT_GT(moved / static_cast<double>(got.count()), 0.5);
  }
}

/// Returns the path of the LAMMPS that tools/build-lammps makes, which has friction and noise, or
/// no path if it was not built.
std::vector<std::string> builtLammps() {
  const std::string lmp = GPUBUCK_SOURCE_DIR "/build/lammps/lmp";
  if (std::filesystem::exists(lmp)) return {lmp};
  return {};
}

struct RunOnBuiltLammps : RunOnRealLammps, ::testing::WithParamInterface<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RunOnBuiltLammps);
INSTANTIATE_TEST_SUITE_P(Built, RunOnBuiltLammps, ::testing::ValuesIn(builtLammps()),
                         [](const auto&) { return "Lammps"; });

TEST_P(RunOnBuiltLammps, GoesOnInBothDirections) {
  const std::string scenario = folder.put("fluid.toml", mixture("4.5"));
  const auto goOn = [&](int step, const std::vector<std::string>& more) {
    std::vector<std::string> all{
        "run",      "--restart",   folder / fmt::format("out/checkpoint-{:08}.h5", step),
        "--append", "--steps",     "300",
        "--out",    folder / "out"};
    all.insert(all.end(), more.begin(), more.end());
    return runGpubuck(all, around);
  };
  ASSERT_TRUE(done(
      run(scenario, "out", 300,
          {"--observe-every", "10", "--checkpoint-every", "300", "--trajectory-every", "100"})));
  ASSERT_TRUE(done(goOn(300, on(GetParam()))));
  ASSERT_TRUE(done(goOn(600, {})));
  ASSERT_TRUE(done(goOn(900, on(GetParam()))));
  ASSERT_TRUE(done(run(scenario, "straight", 1200, {"--observe-every", "10"})));
  const auto rows = csvRows(folder.get("out/observables.csv"));
  const auto straight = csvRows(folder.get("straight/observables.csv"));
  ASSERT_EQ(rows.size(), 121u);
  ASSERT_EQ(straight.size(), 121u);
  double hotter = 0.0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    EXPECT_EQ(rows[k].at("step"), straight[k].at("step"));
    EXPECT_NEAR(rows[k].at("momentum_x"), 0.0, 0.05)
        << k << ": friction and noise keep the momentum";
    // The potential energy fluctuates by 1 % from step to step, also when one program takes over
    // from the other.
    if (k > 5) {
      EXPECT_NEAR(rows[k].at("potential_energy") / straight[k].at("potential_energy"), 1.0, 0.1)
          << k;
    }
    hotter += rows[k].at("temperature_on_step") - straight[k].at("temperature_on_step");
  }
  // The mean over 121 rows, each of 1,944 degrees of freedom. Rows near in time are correlated.
  EXPECT_NEAR(hotter / 121.0, 0.0, 0.03);
  EXPECT_NE(folder.get("out/trajectory.xyz").find("Step=1200"), std::string::npos);
}

/// Counts the processes that work in a folder.
int processesIn(const std::filesystem::path& folder) {
  int count = 0;
  std::error_code ignored;
  for (const auto& process : std::filesystem::directory_iterator("/proc")) {
    count += std::filesystem::read_symlink(process.path() / "cwd", ignored) == folder;
  }
  return count;
}

TEST_F(RunOnRealLammps, EndedInTheMiddle_GoesOn) {
  Surroundings ending = around;
  ending.meanwhile = [&](int process) {
    waitUntil([&] { return exists("out/observables.csv") && observedSteps("out").size() > 5; });
    EXPECT_GE(processesIn(folder / "out/lammps"), 3) << "mpirun and two of LAMMPS";
    kill(process, SIGINT);
  };
  std::vector<std::string> options{"--observe-every", "10"};
  options.insert(options.end(), how.begin(), how.end());
  const Outcome outcome =
      run(folder.put("fluid.toml", mixture("0")), "out", 10'000'000, options, ending);
  const int step = record("out").at("step").get<int>();
  EXPECT_TRUE(refused(outcome, 128 + SIGINT, {fmt::format("step {} of", step), "--restart"}));
  // mpirun may end a moment before its processes.
  waitUntil([&] { return processesIn(folder / "out/lammps") == 0; });
  std::vector<std::string> goOn{
      "run",      "--restart",   folder / fmt::format("out/checkpoint-{:08}.h5", step),
      "--append", "--steps",     "20",
      "--out",    folder / "out"};
  ASSERT_TRUE(done(runGpubuck(goOn)));
  goOn[2] = folder / fmt::format("out/checkpoint-{:08}.h5", step);
  goOn.insert(goOn.end(), how.begin(), how.end());
  ASSERT_TRUE(done(runGpubuck(goOn, around)));
  const std::vector<int> rows = observedSteps("out");
  for (std::size_t k = 0; k < rows.size(); ++k) EXPECT_EQ(rows[k], 10 * static_cast<int>(k));
  EXPECT_EQ(rows.back(), step + 20);
}

}  // namespace
}  // namespace gpubuck::test
