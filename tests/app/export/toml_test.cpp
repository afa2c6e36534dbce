// `gpubuck export toml`: scenarios, also from input files of DL_MESO. No GPU is needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "app/command.h"
#include "file/temporary_folder.h"
#include "scenario/built_in.h"

namespace gpubuck::test {
namespace {

TEST(ExportToml, Scenario_IsPrintedWithAllKeys) {
  const Outcome outcome = runGpubuck({"export", "toml", "equilibrium", "--set", "fluid.kT=0.5"});
  EXPECT_TRUE(done(outcome));
  EXPECT_EQ(outcome.output, scenario::toToml(scenario::builtIn("equilibrium", {"fluid.kT=0.5"})));
  EXPECT_TRUE(refused(runGpubuck({"export", "toml", "equilibrum"}), 2, {"equilibrum"}));
}

TEST(ExportToml, DlMeso_BecomesAScenarioWithOneNotice) {
  const TemporaryFolder folder;
  const std::string soap = GPUBUCK_SOURCE_DIR "/examples/dl_meso/soap";
  const Outcome outcome = runGpubuck({"export", "toml", soap});
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_TRUE(outcome.errors.starts_with("gpubuck: " + soap + "/FIELD: without effect here: "));
  EXPECT_NE(outcome.errors.find(", steps 50000 (give --steps), "), std::string::npos);
  EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 1);
  const std::string path = folder.put("soap.toml", outcome.output);
  EXPECT_TRUE(
      scenario::differences(scenario::loadScenario(path), scenario::loadScenario(soap)).empty());
}

TEST(ExportToml, BadField_IsReportedInOneLine) {
  const TemporaryFolder folder;
  const std::string field = folder.put("FIELD", "x\nSPECIES 1\nA 1 -1 100\nCLOSE\n");
  EXPECT_TRUE(refused(runGpubuck({"export", "toml", folder.path().string()}), 2,
                      {field + ":3", "charge of A", "0"}));
}

}  // namespace
}  // namespace gpubuck::test
