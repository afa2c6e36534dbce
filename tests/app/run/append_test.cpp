// `gpubuck run --append`: continuing in the folder of a run without losing any output.
#include <map>

#include "app/run/run_command.h"

namespace gpubuck::test {
namespace {

struct Append : RunCommand {
  std::vector<std::string> outputs{"--observe-every",    "5", "--trajectory-every", "10",
                                   "--checkpoint-every", "10"};
  std::string trajectory = "trajectory.xyz";
  std::string framesEvery = "20";  ///< pictures take nearly all of the time, so there are few

  /// Makes later runs write GSD. The index of such a file grows during the run, after 29 frames.
  void writeGsd(const char* every = "1") {
    outputs = {"--observe-every",    "5",  "--trajectory-every",  every,
               "--checkpoint-every", "10", "--trajectory-format", "gsd"};
    trajectory = "trajectory.gsd";
  }

  Outcome runTo(int step, const std::string& out, const std::vector<std::string>& more = {},
                const Surroundings& around = {}) const {
    std::vector<std::string> words{"run",        "--until",        std::to_string(step), "--out",
                                   folder / out, "--frames-every", framesEvery};
    words.insert(words.end(), outputs.begin(), outputs.end());
    words.insert(words.end(), more.begin(), more.end());
    return runGpubuck(words, around);
  }

  /// Continues to a step from a checkpoint, with the options of the run.
  Outcome goOn(int step, const std::string& out,
               const std::string& checkpoint = "checkpoint-00000020.h5") const {
    return runTo(step, out, {"--restart", folder / (out + "/" + checkpoint), "--append"});
  }
  /// Continues from the checkpoint of step `from` to step `to`, with only the options `more`. The
  /// number `from` has two digits.
  Outcome goOnPlainly(const std::string& out, const std::string& from, const std::string& to,
                      const std::vector<std::string>& more = {}) const {
    const std::string checkpoint = folder / (out + "/checkpoint-000000" + from + ".h5");
    std::vector<std::string> words{"run",     "--restart", checkpoint, "--append",
                                   "--until", to,          "--out",    folder / out};
    words.insert(words.end(), more.begin(), more.end());
    return runGpubuck(words);
  }
  /// Returns the contents of the files of a run, by their paths relative to its folder.
  std::map<std::string, std::string> bytesOf(const std::string& out) const {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / out)) {
      const std::string name = std::filesystem::relative(entry.path(), folder / out).string();
      if (entry.is_regular_file()) files[name] = folder.get(out + "/" + name);
    }
    return files;
  }

  void expectSameRun(const std::string& one, const std::string& other) const {
    expectSame("observables.csv", one, other);
    expectSame(trajectory, one, other);
    int frames = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder / (one + "/frames"))) {
      expectSame("frames/" + entry.path().filename().string(), one, other);
      ++frames;
    }
    EXPECT_GT(frames, 1);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / (other + "/frames")), {}),
              frames);
  }
};

TEST_F(Append, RowsAfterTheCheckpoint_AreWrittenAgain) {
  ASSERT_TRUE(done(runTo(40, "whole", {tiny()})));
  std::filesystem::copy(folder / "whole", folder / "cut", std::filesystem::copy_options::recursive);
  ASSERT_TRUE(done(goOn(40, "cut")));
  expectSameRun("whole", "cut");
  EXPECT_EQ(record("cut").at("status"), "done");
  EXPECT_FALSE(exists("cut/run.json.part"));
}

TEST_F(Append, StructureFactor_IsCutAndWrittenAgain) {
  outputs = {"--observe-every", "10", "--structure-factor-every", "10", "--checkpoint-every", "10"};
  framesEvery = "0";
  ASSERT_TRUE(done(runTo(40, "whole", {tiny()})));
  ASSERT_TRUE(done(runTo(33, "cut", {tiny()})));
  const auto stepsIn = [&](const std::string& out) {
    std::vector<int> steps;
    for (const std::string& line : linesOf(folder.get(out + "/structure_factor.csv"))) {
      if (!line.starts_with("step,")) steps.push_back(std::stoi(line));
    }
    return steps;
  };
  // Each step has a row for each of three shells, since the box has 8 cells along each side.
  EXPECT_EQ(stepsIn("cut"), (std::vector{0, 0, 0, 10, 10, 10, 20, 20, 20, 30, 30, 30, 33, 33, 33}));
  EXPECT_TRUE(refused(goOnPlainly("cut", "20", "40", {"--structure-factor-every", "5"}), 2,
                      {"--structure-factor-every", "5", "10"}));
  // A row that a killed process has written in part.
  folder.put("cut/structure_factor.csv", folder.get("cut/structure_factor.csv") + "40,0.4,1.6");
  ASSERT_TRUE(done(goOn(40, "cut")));
  EXPECT_EQ(stepsIn("cut").size(), 18U) << "with the row of step 33, which was the last one";
  std::filesystem::remove_all(folder / "cut");
  ASSERT_TRUE(done(runTo(30, "cut", {tiny()})));
  ASSERT_TRUE(done(goOn(40, "cut")));
  expectSame("structure_factor.csv", "whole", "cut");
  EXPECT_EQ(record("cut").at("outputs"), record("whole").at("outputs"));
  EXPECT_TRUE(refused(runTo(40, "cut", {tiny()}), 2, {"cut", "run", "observables.csv"}));

  std::string text = folder.get("cut/structure_factor.csv");
  folder.put("cut/structure_factor.csv", text.substr(0, text.find("\n10,") + 1));
  EXPECT_TRUE(refused(goOn(50, "cut"), 2, {"cut", "step 10", "structure_factor.csv"}));
}

TEST_F(Append, OtherTables_AreCutAndWrittenAgain) {
  outputs = {"--surface-order-every", "10", "--stress-profile-every", "10",
             "--checkpoint-every",    "10"};
  framesEvery = "0";
  ASSERT_TRUE(done(runTo(40, "whole", {tiny()})));
  ASSERT_TRUE(done(runTo(30, "cut", {tiny()})));
  ASSERT_TRUE(done(goOn(40, "cut")));
  expectSame("surface_order.csv", "whole", "cut");
  expectSame("stress_profile.csv", "whole", "cut");
  EXPECT_EQ(linesOf(folder.get("whole/surface_order.csv")).size(), 6U);
  EXPECT_EQ(linesOf(folder.get("whole/stress_profile.csv")).size(), 81U) << "16 slabs of 1/4";
}

TEST_F(Append, Tables_NeedPeriodicAxes) {
  for (const auto& [option, facts] :
       {std::pair{"--structure-factor-every", Facts{"structure factor", "periodic axis"}},
        {"--stress-profile-every", {"stress profile", "last axis", "z"}}}) {
    outputs = {option, "10"};
    EXPECT_TRUE(refused(runTo(10, "out",
                              {tiny(), "--set",
                               "box.boundary=[\"reflecting\", \"reflecting\", "
                               "\"reflecting\"]"}),
                        2, facts));
    EXPECT_FALSE(exists("out"));
  }
}

// Step 33 is a multiple of no interval, but since it was the last step, the run wrote a row, frame,
// picture and checkpoint of it. The run that continues from step 20 writes them again.
TEST_F(Append, EndOfTheEarlierRun_IsKept) {
  ASSERT_TRUE(done(runTo(33, "out", {tiny()})));
  const std::vector<std::string> before = observables("out");
  const std::string picture = folder.get("out/frames/00000033.png");
  const std::string checkpoint = folder.get("out/checkpoint-00000033.h5");
  ASSERT_TRUE(done(goOn(40, "out")));
  EXPECT_EQ(observedSteps("out"), (std::vector<int>{0, 5, 10, 15, 20, 25, 30, 33, 35, 40}));
  EXPECT_EQ(observables("out").at(8), before.back());
  EXPECT_NE(folder.get("out/trajectory.xyz").find(" Step=33\n"), std::string::npos);
  EXPECT_EQ(folder.get("out/frames/00000033.png"), picture);
  EXPECT_EQ(folder.get("out/checkpoint-00000033.h5"), checkpoint);
  ASSERT_TRUE(done(goOn(50, "out", "checkpoint-00000040.h5")));
  EXPECT_EQ(observedSteps("out").size(), 12u);
}

TEST_F(Append, IntervalsAndFormat_AreTakenFromTheRun) {
  for (const char* kind : {"xyz", "gsd"}) {
    SCOPED_TRACE(kind);
    const std::string whole = std::string(kind) + "-whole", cut = std::string(kind) + "-cut";
    if (std::string_view(kind) == "gsd") writeGsd();
    ASSERT_TRUE(done(runTo(40, whole, {tiny()})));
    ASSERT_TRUE(done(runTo(30, cut, {tiny()})));
    const std::string checkpoint = folder / (cut + "/checkpoint-00000010.h5");
    std::filesystem::remove(folder / (cut + "/frames/00000030.png"));
    ASSERT_TRUE(done(runGpubuck(
        {"run", "--restart", checkpoint, "--append", "--until", "40", "--out", folder / cut})));
    expectSameRun(whole, cut);
    for (const char* name : {"20", "30", "40"}) {
      expectSame("checkpoint-000000" + std::string(name) + ".h5", whole, cut);
    }
    EXPECT_EQ(record(cut).at("outputs"), record(whole).at("outputs"));
  }
}

TEST_F(Append, OtherIntervalOrFormat_IsRefused) {
  ASSERT_TRUE(done(runTo(20, "out", {tiny()})));
  const auto before = bytesOf("out");
  const auto expectRefused = [&](const char* option, const char* value, const char* held) {
    EXPECT_TRUE(refused(goOnPlainly("out", "20", "30", {option, value}), 2,
                        {option, value, held, "out/run.json"}));
    EXPECT_TRUE(bytesOf("out") == before);
  };
  expectRefused("--observe-every", "1", "5");
  expectRefused("--observe-every", "0", "5");
  expectRefused("--frames-every", "10", "20");
  expectRefused("--trajectory-every", "20", "10");
  expectRefused("--trajectory-format", "gsd", "xyz");
}

TEST_F(Append, OtherCheckpointInterval_LosesNothing) {
  framesEvery = "0";
  ASSERT_TRUE(done(runTo(30, "out", {tiny()})));
  ASSERT_TRUE(done(goOnPlainly("out", "10", "48", {"--checkpoint-every", "16"})));
  for (const char* step : {"00", "10", "16", "20", "30", "32", "48"}) {
    EXPECT_TRUE(exists("out/checkpoint-000000" + std::string(step) + ".h5")) << step;
  }
  EXPECT_FALSE(exists("out/checkpoint-00000040.h5"));
  ASSERT_TRUE(done(goOnPlainly("out", "48", "64", {"--keep-checkpoints", "2"})));
  EXPECT_FALSE(exists("out/checkpoint-00000032.h5"));
  EXPECT_EQ(record("out").at("outputs").at("checkpoints").at("keep"), 2);
  EXPECT_EQ(record("out").at("outputs").at("checkpoints").at("every"), 16);
}

TEST_F(Append, EndBeforeThePresentStep_IsRefused) {
  framesEvery = "0";
  ASSERT_TRUE(done(runTo(40, "out", {tiny()})));
  const auto before = bytesOf("out");
  const std::string checkpoint = folder / "out/checkpoint-00000020.h5";
  const auto expectRefused = [&](const char* option, const char* value, const char* least) {
    EXPECT_TRUE(refused(runGpubuck({"run", "--restart", checkpoint, "--append", option, value,
                                    "--out", folder / "out"}),
                        2, {option, value, "step 40", least}));
    EXPECT_TRUE(bytesOf("out") == before);
  };
  expectRefused("--steps", "0", "expected 20 or more");
  expectRefused("--steps", "19", "expected 20 or more");
  expectRefused("--until", "20", "expected 40 or more");
  ASSERT_TRUE(done(goOnPlainly("out", "40", "40")));
  const auto after = bytesOf("out");
  EXPECT_TRUE(after.at("observables.csv") == before.at("observables.csv"));
  EXPECT_TRUE(after.at("trajectory.xyz") == before.at("trajectory.xyz"));
}

TEST_F(Append, EarlyFailure_RemovesNothing) {
  framesEvery = "0";
  ASSERT_TRUE(done(runTo(40, "out", {tiny()})));
  const auto before = bytesOf("out");
  EXPECT_TRUE(refused(goOnPlainly("out", "20", "60", {"--set", "integrator.dt=5"}), 1,
                      {"step 20", "time step of 5"}));
  EXPECT_TRUE(bytesOf("out") == before);
  EXPECT_TRUE(refused(goOnPlainly("out", "20", "60", {"--gpu", "77"}), 2, {"--gpu"}));
  EXPECT_TRUE(
      refused(goOnPlainly("out", "20", "60", {"--shader-dir", folder.path().string()}), 1, {}));
  EXPECT_TRUE(refused(goOnPlainly("out", "20", "60", {"--set", "fluid.density=4"}), 2, {}));
  EXPECT_TRUE(bytesOf("out") == before);
}

TEST_F(Append, CheckpointOfAnotherRun_IsRefused) {
  framesEvery = "0";
  ASSERT_TRUE(done(runTo(40, "out", {tiny()})));
  const auto expectRefused = [&](const std::vector<std::string>& options, const Facts& difference) {
    std::filesystem::remove_all(folder / "other");
    std::vector<std::string> more{tiny(), "--overwrite"};
    more.insert(more.end(), options.begin(), options.end());
    ASSERT_TRUE(done(runTo(30, "other", more)));
    std::filesystem::copy_file(folder / "other/checkpoint-00000030.h5", folder / "out/other.h5",
                               std::filesystem::copy_options::overwrite_existing);
    const auto before = bytesOf("out");
    const Outcome outcome = runTo(50, "out", {"--restart", folder / "out/other.h5", "--append"});
    EXPECT_TRUE(refused(outcome, 2, {"other.h5", "another run", "out/run.json"}));
    EXPECT_TRUE(refused(outcome, 2, difference));
    EXPECT_TRUE(bytesOf("out") == before);
  };
  expectRefused({"--seed", "5"}, {"noise.seed", "5", "1"});
  expectRefused({"--set", "fluid.density=3.5"}, {"fluid.density", "3.5", "3"});
  expectRefused({"--set", "initial.state=lattice"}, {"initial.state"});
  // A running fluid could take other values of these keys, but --append refuses a checkpoint with
  // other values.
  expectRefused({"--set", "integrator.dt=0.02"}, {"integrator.dt", "0.02", "0.01"});
  expectRefused({"--set", "fluid.kT=3"}, {"fluid.kT", "3", "1"});
}

TEST_F(Append, CheckpointAfterOtherChanges_IsRefused) {
  framesEvery = "0";
  ASSERT_TRUE(done(runTo(20, "out", {tiny()})));
  std::filesystem::copy(folder / "out", folder / "copy", std::filesystem::copy_options::recursive);
  ASSERT_TRUE(done(goOnPlainly("copy", "20", "30", {"--set", "fluid.kT=3"})));
  ASSERT_TRUE(done(goOnPlainly("copy", "30", "40", {"--set", "fluid.kT=1"})));
  ASSERT_TRUE(done(goOnPlainly("out", "20", "40")));
  EXPECT_EQ(record("out").at("ids").size(), 1U);
  EXPECT_EQ(record("copy").at("ids").size(), 3U);
  const auto before = bytesOf("out");
  std::filesystem::copy_file(folder / "copy/checkpoint-00000040.h5", folder / "out/other.h5");
  EXPECT_TRUE(refused(runTo(50, "out", {"--restart", folder / "out/other.h5", "--append"}), 2,
                      {"other.h5", "run", "out/run.json", "id"}));
  std::filesystem::remove(folder / "out/other.h5");
  EXPECT_TRUE(bytesOf("out") == before);
  EXPECT_TRUE(done(goOnPlainly("copy", "10", "50"))) << "the changes are left out this time";
  EXPECT_EQ(record("copy").at("ids"), record("out").at("ids"));
}

TEST_F(Append, RepeatedRun_HasTheSameId) {
  framesEvery = "0";
  for (const char* out : {"one", "two"}) ASSERT_TRUE(done(runTo(10, out, {tiny()})));
  ASSERT_TRUE(done(runTo(10, "other", {tiny(), "--seed", "2"})));
  EXPECT_EQ(record("one").at("ids"), record("two").at("ids"));
  EXPECT_NE(record("one").at("ids"), record("other").at("ids"));
  expectSame("checkpoint-00000010.h5", "one", "two");
  const std::string checkpoint = folder / "one/checkpoint-00000010.h5";
  ASSERT_TRUE(done(runTo(20, "on", {"--restart", checkpoint})));
  EXPECT_EQ(record("on").at("ids"), record("one").at("ids")) << "the same run, in another folder";
  ASSERT_TRUE(done(runTo(20, "branch", {"--restart", checkpoint, "--set", "fluid.kT=2"})));
  EXPECT_NE(record("branch").at("ids"), record("one").at("ids"));
}

TEST_F(Append, CheckpointFromBeforeAChange_IsAccepted) {
  framesEvery = "0";
  ASSERT_TRUE(done(runTo(20, "out", {tiny()})));
  ASSERT_TRUE(done(goOnPlainly("out", "10", "30", {"--set", "fluid.gravity=[0, 0, -1]"})));
  EXPECT_TRUE(done(goOnPlainly("out", "10", "30")));
}

TEST_F(Append, EveryKindOfFluid_Continues) {
  framesEvery = "0";
  for (const char* name : {"rayleigh-taylor-16k", "phase-separation-16k", "dam-break"}) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(done(run(shipped(name), name, 2, {"--checkpoint-every", "1"})));
    EXPECT_TRUE(done(
        runGpubuck({"run", "--restart", folder / (std::string(name) + "/checkpoint-00000001.h5"),
                    "--append", "--until", "3", "--out", folder / name})));
  }
  const std::vector<std::string> more{
      tiny(), "--set",
      "solid=[{kind=\"body\", shape=\"sphere\", radius=1, centre=[2, 2, 2], "
      "velocity=[5, 0.1, -7]}]"};
  ASSERT_TRUE(done(runTo(20, "moving", more)));
  EXPECT_TRUE(done(goOnPlainly("moving", "10", "20")));
}

TEST_F(Append, GapBeforeTheCheckpoint_IsRefused) {
  ASSERT_TRUE(done(runTo(40, "out", {tiny()})));
  const std::string rows = folder.get("out/observables.csv");
  const auto expectRefused = [&](const Facts& missing) {
    const auto before = bytesOf("out");
    EXPECT_TRUE(refused(goOnPlainly("out", "40", "50"), 2, missing));
    EXPECT_TRUE(bytesOf("out") == before);
  };
  folder.put("out/observables.csv", rows.substr(0, rows.find("\n10,") + 1));
  expectRefused({"out", "observables.csv", "step 10"});
  folder.put("out/observables.csv", rows);
  const std::string frames = folder.get("out/trajectory.xyz");
  folder.put("out/trajectory.xyz", frames.substr(0, frames.size() / 2));
  expectRefused({"out", "trajectory", "step 20"});
  folder.put("out/trajectory.xyz", frames);
  std::filesystem::remove(folder / "out/frames/00000020.png");
  expectRefused({"out", "picture", "step 20"});
}

TEST_F(Append, FolderWithoutRecord_IsRefused) {
  framesEvery = "0";
  ASSERT_TRUE(done(runTo(10, "out", {tiny()})));
  nlohmann::json whole = record("out");
  std::filesystem::remove(folder / "out/run.json");
  EXPECT_TRUE(refused(goOnPlainly("out", "10", "20"), 2, {"out/run.json", "read"}));
  folder.put("out/run.json", "{\"status\": \"done\"}");
  EXPECT_TRUE(refused(goOnPlainly("out", "10", "20"), 2, {"out/run.json", "outputs"}));
  whole.erase("scenario");
  folder.put("out/run.json", whole.dump());
  EXPECT_TRUE(refused(goOnPlainly("out", "10", "20"), 2, {"out/run.json", "scenario"}));
}

TEST_F(Append, GsdFramesAfterTheCheckpoint_AreWrittenAgain) {
  writeGsd();
  ASSERT_TRUE(done(runTo(40, "whole", {tiny()})));
  ASSERT_TRUE(done(runTo(40, "cut", {tiny()})));
  const std::string bytes = folder.get("cut/trajectory.gsd");
  folder.put("cut/trajectory.gsd", bytes + bytes.substr(bytes.size() / 2, 77));
  ASSERT_TRUE(
      done(runTo(40, "cut", {"--restart", folder / "cut/checkpoint-00000020.h5", "--append"})));
  expectSameRun("whole", "cut");
  EXPECT_FALSE(exists("cut/trajectory.xyz"));
}

TEST_F(Append, InvalidGsdFile_IsRefused) {
  framesEvery = "0";
  writeGsd();
  ASSERT_TRUE(done(runTo(10, "cut", {tiny()})));
  folder.put("cut/trajectory.gsd", "something else");
  EXPECT_TRUE(
      refused(runTo(20, "cut", {"--restart", folder / "cut/checkpoint-00000010.h5", "--append"}), 2,
              {"trajectory.gsd", "GSD"}));
  EXPECT_EQ(folder.get("cut/trajectory.gsd"), "something else");
}

TEST_F(Append, CheckpointOutsideTheFolder_IsRefused) {
  framesEvery = "0";
  ASSERT_TRUE(done(runTo(20, "one", {tiny()})));
  ASSERT_TRUE(done(runTo(20, "other", {tiny(), "--seed", "2"})));
  const std::string before = folder.get("other/observables.csv");
  for (const char* out : {"other", "nowhere"}) {
    EXPECT_TRUE(
        refused(runTo(30, out, {"--restart", folder / "one/checkpoint-00000010.h5", "--append"}), 2,
                {"--append", "one/checkpoint-00000010.h5", out}));
  }
  EXPECT_EQ(folder.get("other/observables.csv"), before);
  EXPECT_FALSE(exists("nowhere"));
}

TEST_F(Append, PartialRowsAndFrames_AreRemoved) {
  ASSERT_TRUE(done(runTo(40, "whole", {tiny()})));
  ASSERT_TRUE(done(runTo(20, "cut", {tiny()})));
  const std::string frames = folder.get("cut/trajectory.xyz");
  folder.put("cut/trajectory.xyz", frames + frames.substr(0, frames.size() / 5));
  const std::string rows = folder.get("whole/observables.csv");
  folder.put("cut/observables.csv", rows.substr(0, rows.find("\n25,") + 30));
  ASSERT_TRUE(done(goOn(40, "cut")));
  expectSameRun("whole", "cut");
}

TEST_F(Append, FileOfAnotherScenario_IsRefused) {
  framesEvery = "0";
  ASSERT_TRUE(done(runTo(10, "cut", {tiny()})));
  const std::string checkpoint = folder / "cut/checkpoint-00000010.h5";
  folder.put("cut/observables.csv", "step,time,other\n0,0,0\n");
  EXPECT_TRUE(refused(runTo(20, "cut", {"--restart", checkpoint, "--append"}), 2,
                      {"observables.csv", "columns"}));
  folder.put("cut/observables.csv", "something else\n");
  EXPECT_TRUE(refused(runTo(20, "cut", {"--restart", checkpoint, "--append"}), 2,
                      {"observables.csv", "names of the columns"}));
  EXPECT_EQ(folder.get("cut/observables.csv"), "something else\n");
}

}  // namespace
}  // namespace gpubuck::test
