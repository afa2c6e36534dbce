// The window opens, closes and is idle.
#include <algorithm>
#include <csignal>

#include "gui/window_rig.h"

namespace gpubuck::test {
namespace {

struct WindowLifetime : WindowRig {};

TEST_F(WindowLifetime, CloseButton_ClosesIt) {
  open();
  close();
  EXPECT_EQ(answer("closed"), "at step 0");
  awaitEnd();
}

TEST_F(WindowLifetime, ControlQ_ClosesIt) {
  open();
  key("ctrl+q");
  EXPECT_EQ(answer("closed"), "at step 0");
  awaitEnd();
}

TEST_F(WindowLifetime, Sigterm_ClosesIt) {
  open();
  signal(SIGTERM);
  awaitEnd();
}

TEST_F(WindowLifetime, ControlCInTheTerminal_ClosesIt) {
  open();
  signal(SIGINT);
  awaitEnd();
}

TEST_F(WindowLifetime, Closes_WhileTheFluidRuns) {
  open({.paused = false});
  key("ctrl+q");
  answer("closed");
  awaitEnd();
}

TEST_F(WindowLifetime, Title_NamesTheScenario) {
  open();
  EXPECT_TRUE(hasTitle("gpubuck: equilibrium"));
}

TEST_F(WindowLifetime, Paused_IsIdle) {
  open();
  // A waiting window checks for input several times in these seconds.
  constexpr double kSeconds = 3.0;
  const double before = processorSeconds(), start = now();
  while (now() < start + kSeconds) pause();
  const double elapsed = now() - start;
  EXPECT_LT(processorSeconds() - before, 0.1 * elapsed);
}

TEST_F(WindowLifetime, WithoutDisplay_SuggestsOtherCommands) {
  Environment environment{.folder = folder()};
  environment.variables["DISPLAY"] = std::nullopt;
  environment.variables["WAYLAND_DISPLAY"] = std::nullopt;
  Program program({executable(), "demo"}, environment);
  EXPECT_EQ(program.wait(kPatience), 1);
  EXPECT_EQ(program.output(), "");
  const std::string errors = program.errors();
  EXPECT_TRUE(errors.starts_with("gpubuck: ")) << errors;
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << errors;
  EXPECT_NE(errors.find("gpubuck run"), std::string::npos) << errors;
}

}  // namespace
}  // namespace gpubuck::test
