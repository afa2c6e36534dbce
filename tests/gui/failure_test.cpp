// A fluid that fails while it is shown.
#include <gtest/gtest.h>

#include "gui/window_rig.h"

namespace gpubuck::test {
namespace {

struct WindowFailure : WindowRig {};

TEST_F(WindowFailure, AFluidThatBlowsUpIsToldAndStartsAgain) {
  open({.scenario = {"equilibrium", "--set", "box.size=[6,6,6]", "--set", "integrator.dt=1"}});
  key("space");
  const std::string reason = answer("error");
  settle();
  EXPECT_NE(reason, "");
  for (const char* name : {"n", "space"}) {
    key(name);
    EXPECT_EQ(answer("the fluid has failed"), "R restarts it") << name;
  }
  key("r");
  EXPECT_TRUE(has(answer("restart"), "equilibrium"));
  EXPECT_EQ(step(), 0);
  openSection("controls/physics");
  fillSlider("physics/dt", "0.01");
  EXPECT_EQ(answer("changed"), "integrator.dt = 0.01");
  key("n");
  EXPECT_EQ(answer("step"), "1");
}

}  // namespace
}  // namespace gpubuck::test
