// Running in the window: playing, stepping, scenarios and engines.
#include <fstream>

#include "gui/window_rig.h"

namespace gpubuck::test {
namespace {

struct WindowRun : WindowRig {};

TEST_F(WindowRun, KeyAndButton_PlayAndPause) {
  open();
  key("space");
  EXPECT_EQ(answer("playing"), "yes");
  click("run/play");
  EXPECT_EQ(answer("playing"), "no");
  const std::int64_t first = step();
  EXPECT_GT(first, 0);
  click("run/play");
  EXPECT_EQ(answer("playing"), "yes");
  key("space");
  EXPECT_EQ(answer("playing"), "no");
  EXPECT_GE(step(), first);
}

TEST_F(WindowRun, SingleStep_IsOneStep) {
  open();
  EXPECT_EQ(step(), 0);
  key("n");
  EXPECT_EQ(answer("step"), "1");
  click("run/step");
  EXPECT_EQ(answer("step"), "2");
  key("Right");
  EXPECT_EQ(answer("step"), "3");
  EXPECT_EQ(step(), 3);
}

TEST_F(WindowRun, SingleStep_PausesARunningFluid) {
  open({.paused = false});
  key("n");
  const std::string made = answer("step");
  EXPECT_EQ(std::to_string(step()), made);
  key("n");
  EXPECT_EQ(answer("step"), std::to_string(std::stoll(made) + 1));
}

TEST_F(WindowRun, Restart_BeginsAtStepZero) {
  open();
  key("n");
  answer("step");
  key("r");
  EXPECT_EQ(answer("restart"), "equilibrium, 648 particles, seed 1");
  EXPECT_EQ(step(), 0);
  key("n");
  EXPECT_EQ(answer("step"), "1");
  click("run/restart");
  answer("restart");
  EXPECT_EQ(step(), 0);
}

TEST_F(WindowRun, Seed_NeedsARestart) {
  open();
  fill("run/seed", "7");
  click("run/seed/restart");
  EXPECT_EQ(answer("restart"), "equilibrium, 648 particles, seed 7");
}

TEST_F(WindowRun, AnotherScenario_CanBePicked) {
  open();
  EXPECT_TRUE(hasTitle("gpubuck: equilibrium"));
  key("n");
  answer("step");
  choose("run/scenario", "phase-separation-16k");
  EXPECT_TRUE(has(answer("scenario"), "phase-separation-16k, 16"));
  EXPECT_EQ(step(), 0);
  EXPECT_TRUE(hasTitle("gpubuck: phase-separation-16k"));
  key("n");
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowRun, UnreadableScenario_KeepsTheFluid) {
  open();
  key("n");
  answer("step");
  fill("run/path", "nowhere.toml");
  EXPECT_TRUE(has(answer("error"), "nowhere.toml"));
  EXPECT_TRUE(hasTitle("gpubuck: equilibrium"));
  key("n");
  EXPECT_EQ(answer("step"), "2");
}

TEST_F(WindowRun, FastEngine_ContinuesFromThePaperEngine) {
  open();
  key("n");
  answer("step");
  openSection("controls/sort");
  click("sort/engine/fast");
  EXPECT_EQ(answer("engine"), "fast");
  key("n");
  EXPECT_EQ(answer("step"), "2");
  key("e");
  EXPECT_EQ(answer("engine"), "paper");
  key("n");
  EXPECT_EQ(answer("step"), "3");
}

TEST_F(WindowRun, SavedScenario_RunsAndOpens) {
  open();
  click("controls/physics");
  click("controls/sort");
  click("sort/mode/sort");
  answer("changed");
  key("ctrl+s");
  EXPECT_EQ(answer("saved"), (folder() / "equilibrium-changed.toml").string());
  fill("run/save-path", "mine.toml");
  const std::string mine = (folder() / "mine.toml").string();
  EXPECT_EQ(answer("saved"), mine);
  click("run/save");
  EXPECT_EQ(answer("replace?"), mine);
  click("files/accept");
  EXPECT_EQ(answer("saved"), mine);
  EXPECT_EQ(bytesOf(folder() / "mine.toml"), bytesOf(folder() / "equilibrium-changed.toml"));

  outputOf({executable(), "run", "mine.toml", "--steps", "1", "--out", "run"});
  EXPECT_NE(bytesOf(folder() / "run" / "run.json"), "");

  key("s");
  EXPECT_EQ(answer("changed"), R"(sort.mode = "resort")");
  fill("run/path", "mine.toml");
  EXPECT_EQ(answer("scenario"), "equilibrium, 648 particles, seed 1");
  click("sort/mode/resort");
  EXPECT_EQ(answer("changed"), R"(sort.mode = "resort")") << "it had been saved as sort";
}

TEST_F(WindowRun, ExistingFile_IsConfirmedAndChosenFromTheList) {
  std::ofstream(folder() / "mine.toml") << "an hour's work";
  open();
  fill("run/save-path", "mine.toml");
  EXPECT_EQ(answer("replace?"), (folder() / "mine.toml").string());
  key("s");  // shortcuts do nothing until the question is answered
  key("Escape");
  EXPECT_EQ(bytesOf(folder() / "mine.toml"), "an hour's work");
  EXPECT_EQ(latest("changed"), "");

  outputOf({"cp", std::string(GPUBUCK_SCENARIOS) + "/rayleigh-taylor-16k.toml", "mine.toml"});
  click("run/open/files");
  click("files/mine.toml");
  click("files/accept");
  EXPECT_TRUE(has(answer("scenario"), ", 16"));
}

TEST_F(WindowRun, SavingToAFolder_IsRefused) {
  open();
  fill("run/save-path", folder().string());
  EXPECT_TRUE(has(answer("error"), folder().string()));
}

}  // namespace
}  // namespace gpubuck::test
