// Bad scenarios and overrides of `gpubuck run` and `gpubuck demo`, which are refused before a GPU
// is used.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/command.h"
#include "file/temporary_folder.h"

namespace gpubuck::test {
namespace {

/// A whole scenario; the tests replace one line of it.
const std::vector<std::string> kLines{
    "name = 'tiny'",
    "[box]",
    "size = [4, 4, 4]",
    "boundary = ['periodic', 'periodic', 'periodic']",
    "[fluid]",
    "density = 3.0",
    "kT = 1.0",
    "[[species]]",
    "name = 'fluid'",
    "[[pair]]",
    "species = ['fluid', 'fluid']",
    "a = 25.0",
    "gamma = 4.5",
    "[integrator]",
    "dt = 0.01",
    "[noise]",
    "seed = 1",
};

struct ScenarioInput : ::testing::Test {
  TemporaryFolder folder;

  Outcome run(const std::string& scenario, const std::vector<std::string>& overrides = {}) const {
    std::vector<std::string> arguments{"run", scenario, "--steps", "1", "--out", folder / "out"};
    for (const std::string& assignment : overrides) {
      arguments.insert(arguments.end(), {"--set", assignment});
    }
    return runGpubuck(arguments);
  }

  /// The scenario with line `number` (from 1) replaced.
  std::string with(std::size_t number, const std::string& replacement) const {
    std::string text;
    for (std::size_t i = 0; i < kLines.size(); ++i) {
      text += (i + 1 == number ? replacement : kLines[i]) + "\n";
    }
    return folder.put("tiny.toml", text);
  }
};

TEST_F(ScenarioInput, Name_FindsBuiltInScenario) {
  EXPECT_TRUE(done(run("equilibrium", {"box.size=[4,4,4]"})));
  EXPECT_TRUE(done(runGpubuck({"export", "lammps", "equilibrium", "--out", folder / "lammps"})));
  EXPECT_TRUE(refused(run("equilibrum"), 2, {"equilibrum", "equilibrium", "falling-drop"}));
}

// tests/scenario/scenario_errors_test.cpp has all errors of keys and values.
TEST_F(ScenarioInput, BadLine_IsReportedWithItsNumber) {
  struct Case {
    std::size_t line;
    std::string text;
    Facts facts;
  };
  const std::vector<Case> cases{
      {6, "denisty = 3.0", {"tiny.toml:6", "fluid.denisty"}},
      {15, "dt = 0", {"tiny.toml:15", "integrator.dt", "0"}},
      {8, "[[species]", {"tiny.toml:8"}},
  };
  for (const Case& bad : cases) {
    EXPECT_TRUE(refused(run(with(bad.line, bad.text)), 2, bad.facts)) << bad.text;
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "out")) << "nothing is made for a bad scenario";
}

TEST_F(ScenarioInput, BadOverride_IsReportedAsWritten) {
  const std::string scenario = with(0, "");
  for (const auto& [assignment, part] : {std::pair{"fluid.temperature=2", "fluid.temperature"},
                                         {"fluid.kT=hot", "'hot'"},
                                         {"fluid.kT", "KEY=VALUE"},
                                         {"box.size=[4, 2, 4]", "box.size.1"}}) {
    EXPECT_TRUE(
        refused(run(scenario, {assignment}), 2, {"--set " + std::string(assignment), part}));
  }
  EXPECT_TRUE(refused(run(scenario, {"fluid.kT=2", "fluid.kT=hot"}), 2, {"--set fluid.kT=hot"}))
      << "the later one counts";
}

TEST_F(ScenarioInput, UnreadableFile_IsNamed) {
  EXPECT_TRUE(
      refused(run(folder / "missing.toml"), 2, {"missing.toml", "No such file or directory"}));
  EXPECT_TRUE(refused(run(folder.path().string()), 2, {folder.path().string()}));
}

TEST_F(ScenarioInput, BadScenario_OpensNoWindow) {
  const auto demo = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "demo");
    return runGpubuck(arguments);
  };
  EXPECT_TRUE(
      refused(demo({folder / "missing.toml"}), 2, {"missing.toml", "No such file or directory"}));
  EXPECT_TRUE(refused(demo({with(15, "dt = 0")}), 2, {"tiny.toml:15", "integrator.dt", "0"}));
  EXPECT_TRUE(refused(demo({"equilibrium", "--set", "fluid.kT=hot"}), 2, {"fluid.kT=hot"}));
}

}  // namespace
}  // namespace gpubuck::test
