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
  EXPECT_TRUE(refused(run("equilibrum"), 2, {"equilibrum: no such file", "equilibrium, falling"}));
}

TEST_F(ScenarioInput, BadLine_IsReportedWithItsNumber) {
  struct Case {
    std::size_t line;
    std::string text;
    std::vector<std::string> parts;
  };
  const std::vector<Case> cases{
      {1, "nmae = 'tiny'", {"tiny.toml:1: ", "nmae", "unknown key"}},
      {6, "denisty = 3.0", {"tiny.toml:6: ", "fluid.denisty", "unknown key"}},
      {13, "gama = 4.5", {"tiny.toml:13: ", "pair.0.gama", "unknown key"}},
      {14, "[integrater]", {"tiny.toml:14: ", "integrater", "unknown key"}},
      {1, "name = 3", {"tiny.toml:1: ", "name", "3"}},
      {3, "size = 4", {"tiny.toml:3: ", "box.size", "4"}},
      {3, "size = [4, 'wide', 4]", {"tiny.toml:3: ", "box.size.1", "wide"}},
      {3, "size = [4, 4]", {"tiny.toml:3: ", "box.size", "3", "2"}},
      {6, "density = 'dense'", {"tiny.toml:6: ", "fluid.density", "dense"}},
      {7, "kT = true", {"tiny.toml:7: ", "fluid.kT", "true"}},
      {7, "kT = nan", {"tiny.toml:7: ", "fluid.kT", "nan"}},
      {17, "seed = 1.5", {"tiny.toml:17: ", "noise.seed", "1.5"}},
      {17, "seed = -1", {"tiny.toml:17: ", "noise.seed", "-1"}},
      {17, "kind = 'brownian'", {"tiny.toml:17: ", "noise.kind", "brownian"}},
      {4,
       "boundary = ['periodic', 'sticky', 'periodic']",
       {"tiny.toml:4: ", "box.boundary.1", "sticky"}},
      // sigma^2 = 2 gamma kT: 16 is not 9.
      {13, "gamma = 4.5\nsigma = 4.0", {"tiny.toml:14: ", "sigma", "gamma", "kT", "16", "9"}},
      {12, "a = 25.0\npi = 200.0", {"tiny.toml:13: ", "pair.0.pi"}},
      {11, "species = ['fluid', 'sand']", {"tiny.toml:11: ", "sand"}},
      {3, "size = [4, 2.99, 4]", {"tiny.toml:3: ", "box.size.1", "2.99", "3 cells"}},
      {3, "size = [4000, 4000, 4]", {"tiny.toml:3: ", "box.size", "cells", "16777215"}},
      {6,
       "density = 300000.0",
       {"tiny.toml:6: ", "fluid.density", "300000", "19200000", "16777215"}},
      {6, "density = 0.001", {"tiny.toml:6: ", "fluid.density", "0.001"}},
      {6, "density = -3", {"tiny.toml:6: ", "fluid.density", "-3"}},
      {15, "dt = 0", {"tiny.toml:15: ", "integrator.dt", "0"}},
      {15, "dt = ", {"tiny.toml:15: "}},
      {8, "[[species]", {"tiny.toml:8: "}},
  };
  for (const Case& bad : cases) {
    EXPECT_TRUE(refused(run(with(bad.line, bad.text)), 2, bad.parts)) << bad.text;
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "out")) << "nothing is made for a bad scenario";
}

TEST_F(ScenarioInput, BadOverride_IsReportedAsWritten) {
  struct Case {
    std::string assignment;
    std::vector<std::string> parts;
  };
  const std::vector<Case> cases{
      {"fluid.temperature=2", {"--set fluid.temperature=2: ", "unknown key in [fluid]"}},
      {"fluid.kt=2", {"--set fluid.kt=2: ", "did you mean fluid.kT?"}},
      {"weather.rain=2", {"--set weather.rain=2: ", "unknown key"}},
      {"fluid.kT=hot", {"--set fluid.kT=hot: ", "hot"}},
      {"fluid.kT=-1", {"--set fluid.kT=-1: ", "-1"}},
      {"fluid.kT=", {"--set fluid.kT=: "}},
      {"fluid.kT", {"--set fluid.kT: ", "KEY=VALUE"}},
      {"=2", {"--set =2: "}},
      {"fluid..kT=2", {"--set fluid..kT=2: "}},
      {"fluid.kT.high=2", {"--set fluid.kT.high=2: ", "fluid.kT"}},
      {"pair.1.a=30", {"--set pair.1.a=30: ", "'1'", "only 1"}},
      {"pair.-1.a=30", {"--set pair.-1.a=30: ", "'-1'"}},
      {"pair.a=30", {"--set pair.a=30: ", "'a'"}},
      {"pair.0.sigma=4", {"--set pair.0.sigma=4: ", "gamma", "16", "9"}},
      {"box.size=[4, 2, 4]", {"--set box.size=[4, 2, 4]: ", "box.size.1", "2", "3 cells"}},
      {"noise.seed=4294967296", {"--set noise.seed=4294967296: ", "4294967295"}},
      {"integrator.kind=verlet", {"--set integrator.kind=verlet: ", "verlet"}},
  };
  const std::string scenario = with(0, "");
  for (const Case& bad : cases) {
    EXPECT_TRUE(refused(run(scenario, {bad.assignment}), 2, bad.parts)) << bad.assignment;
  }
  EXPECT_TRUE(refused(run(scenario, {"fluid.kT=2", "fluid.kT=hot"}), 2, {"--set fluid.kT=hot: "}))
      << "the later one counts";
}

TEST_F(ScenarioInput, UnreadableFile_IsNamed) {
  EXPECT_TRUE(refused(run(folder / "missing.toml"), 2, {"missing.toml: ", "No such file"}));
  EXPECT_TRUE(refused(run(folder.path().string()), 2, {folder.path().string() + ": "}));
  EXPECT_TRUE(refused(run(folder.put("empty.toml", "")), 2, {"empty.toml: "}));
}

TEST_F(ScenarioInput, BadScenario_OpensNoWindow) {
  const auto demo = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "demo");
    return runGpubuck(arguments);
  };
  EXPECT_TRUE(refused(demo({folder / "missing.toml"}), 2, {"missing.toml: ", "No such file"}));
  EXPECT_TRUE(refused(demo({with(15, "dt = 0")}), 2, {"tiny.toml:15: ", "integrator.dt", "0"}));
  EXPECT_TRUE(refused(demo({"equilibrium", "--set", "fluid.kT=hot"}), 2, {"fluid.kT=hot"}));
}

}  // namespace
}  // namespace gpubuck::test
