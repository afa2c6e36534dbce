// Runs that cannot begin or fail on their way.
#include <regex>

#include "app/run/run_command.h"

namespace gpubuck::test {
namespace {

TEST_F(RunCommand, BlowUp_IsReportedAndKeepsRows) {
  const Outcome outcome =
      run(shipped("equilibrium"), "out", 20, {"--set", "integrator.dt=5", "--observe-every", "1"});
  EXPECT_TRUE(refused(outcome, 1, {"step", "particle", "velocity", "time step of 5"}));
  std::smatch match;
  ASSERT_TRUE(std::regex_search(outcome.errors, match,
                                std::regex("step (\\d+): particle (\\d+) with velocity "
                                           "\\(-?[0-9.e+]+, -?[0-9.e+]+, -?[0-9.e+]+\\)")))
      << outcome.errors;
  EXPECT_LT(std::stoi(match[1]), 20);
  EXPECT_LT(std::stoi(match[2]), 5184);
  EXPECT_FALSE(observedSteps("out").empty());
  EXPECT_EQ(record("out").at("status"), "failed");
  EXPECT_EQ("gpubuck: " + record("out").at("error").get<std::string>() + "\n", outcome.errors);
}

// Gravity accelerates all particles alike: v dt reaches the cut-off of 1, the limit, when v = 100,
// after 20 steps.
TEST_F(RunCommand, BlowUp_KeepsTheRowsBeforeIt) {
  const Outcome outcome =
      run(tiny(), "out", 40, {"--set", "fluid.gravity=[0, 0, -500]", "--observe-every", "1"});
  EXPECT_TRUE(refused(outcome, 1, {"step", "particle", "velocity"}));
  const std::vector<int> rows = observedSteps("out");
  ASSERT_GT(rows.size(), 15u);
  ASSERT_LT(rows.size(), 22u);
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i], static_cast<int>(i));
  EXPECT_TRUE(folder.get("out/observables.csv").ends_with('\n')) << "no row is cut";
  EXPECT_EQ(record("out").at("status"), "failed");
  EXPECT_GT(record("out").at("step"), 15);
}

// Particles are checked even without output, at the latest at the end.
TEST_F(RunCommand, BlowUpBetweenOutputs_IsReported) {
  const Outcome outcome =
      run(tiny(), "out", 40, {"--set", "fluid.gravity=[0, 0, -500]", "--observe-every", "0"});
  EXPECT_TRUE(refused(outcome, 1, {"step", "particle", "velocity"}));
  EXPECT_EQ(record("out").at("status"), "failed");
}

TEST_F(RunCommand, UnwritableFolder_IsRefused) {
  const std::string scenario = tiny();
  EXPECT_TRUE(refused(run(scenario, "tiny.toml/out", 1), 2, {"tiny.toml/out"}));
  EXPECT_TRUE(refused(run(scenario, "tiny.toml", 1), 2, {"tiny.toml"}));
  // Even root makes no files in /proc.
  for (const std::string& out : {std::string("/proc"), std::string("/proc/gpubuck")}) {
    EXPECT_TRUE(refused(runGpubuck({"run", scenario, "--steps", "1", "--out", out}), 2, {out}));
  }
}

// tests/app/faults tests a full disk.
TEST_F(RunCommand, DeviceInPlaceOfAnyOutput_IsRefused) {
  struct Case {
    std::string file;
    std::vector<std::string> options;
  };
  const std::vector<Case> cases{
      {"observables.csv", {"--observe-every", "1"}},
      {"trajectory.xyz", {"--trajectory-every", "1"}},
      {"trajectory.gsd", {"--trajectory-every", "1", "--trajectory-format", "gsd"}},
      {"frames/00000000.png", {"--frames-every", "1"}},
      {"frames/00000002.png", {"--frames-every", "1"}},
      {"checkpoint-00000001.h5", {"--checkpoint-every", "1"}},
      {"run.json", {}}};
  for (const Case& each : cases) {
    SCOPED_TRACE(each.file);
    std::filesystem::remove_all(folder / "out");
    const std::filesystem::path path = folder / ("out/" + each.file);
    std::filesystem::create_directories(path.parent_path());
    std::filesystem::create_symlink("/dev/full", path);
    EXPECT_TRUE(refused(run(tiny(), "out", 2, each.options), 2, {each.file, "regular file"}));
  }
}

TEST_F(RunCommand, ParticlesOfAFile_MustFitTheScenario) {
  const auto from = [&](const std::string& particles) {
    std::filesystem::remove_all(folder / "out");
    folder.put("start.xyz", particles);
    const std::string scenario = folder.put("from_file.toml",
                                            "[box]\nsize = [4, 4, 4]\n[fluid]\ndensity = 0.03125\n"
                                            "[initial]\nstate = 'file'\nfile = 'start.xyz'\n");
    return run(scenario, "out", 1);
  };
  EXPECT_TRUE(done(from("2\n\nparticle 0.5 1 2\nparticle 3 3.5 1\n")));
  // Particles outside of a periodic side enter on the other side.
  EXPECT_TRUE(done(from("2\n\nparticle 0.5 -1 2\nparticle 3 4.5 1\n")));
  EXPECT_TRUE(refused(from("2\n\nparticle 0.5 1 2\nsand 3 3 1\n"), 2, {"start.xyz:4", "sand"}));
  EXPECT_TRUE(refused(from("2\n\nparticle 0.5 1 2\n"), 2, {"start.xyz"}));
  EXPECT_TRUE(refused(from("1\n\nparticle 0.5 1 2\n"), 2, {"start.xyz", "1", "2"}));
  std::filesystem::remove(folder / "start.xyz");
  EXPECT_TRUE(refused(run(folder / "from_file.toml", "out", 1), 2,
                      {"start.xyz", "No such file or directory"}));
}

TEST_F(RunCommand, ShaderDirWithoutShaders_IsRefused) {
  EXPECT_TRUE(refused(run(tiny(), "out", 1, {"--shader-dir", folder.path().string()}), 1,
                      {folder.path().string() + "/"}));
  EXPECT_FALSE(exists("out/run.json"));
}

}  // namespace
}  // namespace gpubuck::test
