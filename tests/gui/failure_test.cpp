// A fluid that fails while it is shown.
#include <gtest/gtest.h>

#include "gui/window_rig.h"
#include "support/errors.h"

namespace gpubuck::test {
namespace {

struct WindowFailure : WindowRig {};

TEST_F(WindowFailure, BlowUp_IsShownAndTheFluidRestarts) {
  open({.scenario = {"equilibrium", "--set", "box.size=[6,6,6]", "--set", "integrator.dt=1"}});
  key("space");
  const std::string reason = answer("error");
  settle();
  EXPECT_NE(reason, "");
  for (const char* name : {"n", "space"}) {
    key(name);
    EXPECT_EQ(answer("the fluid has failed"), "see the message over the fluid") << name;
  }
  // A restart with the same values would fail again.
  key("r");
  EXPECT_TRUE(has(answer("no restart"), "the scenario's own values"));
  openSection("controls/physics");
  fillSlider("physics/dt", "0.01");
  EXPECT_EQ(answer("changed"), "integrator.dt = 0.01");
  key("r");
  EXPECT_TRUE(has(answer("restart"), "equilibrium"));
  EXPECT_EQ(step(), 0);
  key("n");
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowFailure, Dialog_OffersTheWaysOn) {
  open({.size = {900, 760}});
  key("n");
  EXPECT_EQ(answer("step"), "1");
  openSection("controls/physics");
  fillSlider("physics/dt", "1");
  EXPECT_EQ(answer("changed"), "integrator.dt = 1");
  point({fluid().x, 740});  // a place without widgets that have tooltips
  key("space");
  EXPECT_TRUE(names(answer("error"), {"dt"}));
  // The dialog shows its whole text at once, and does not change when the pointer moves.
  const Place box = place("failure");
  const glm::ivec2 corner{box.x, box.y}, size{300, 120};
  const Image before = crop(shown(), corner, size);
  point({fluid().x + 20, 740});
  EXPECT_TRUE(waitUntil([&] { return crop(shown(), corner, size) == before; }, kPatience));

  click("failure/back");
  EXPECT_EQ(answer("back"), "at step 1");
  key("n");
  EXPECT_EQ(answer("step"), "2");

  fillSlider("physics/dt", "1");
  key("space");
  answer("error");
  key("r");
  EXPECT_TRUE(has(answer("restart"), "equilibrium"));
  key("n");
  EXPECT_EQ(answer("step"), "1");
}

TEST_F(WindowFailure, GoingBack_RestoresTheEarlierValues) {
  open({.size = {900, 760}});
  key("n");
  EXPECT_EQ(answer("step"), "1");
  openSection("controls/physics");
  fillSlider("physics/dt", "1");
  EXPECT_EQ(answer("changed"), "integrator.dt = 1");
  point({fluid().x, 740});
  key("n");  // before this step, the window keeps the state of step 1
  EXPECT_EQ(answer("step"), "2");
  key("space");
  EXPECT_TRUE(names(answer("error"), {"dt"}));
  click("failure/back");
  EXPECT_EQ(answer("back"), "at step 1");
  key("ctrl+s");
  EXPECT_TRUE(has(bytesOf(answer("saved")), "dt = 0.01\n"));
  for (int k = 2; k <= 4; ++k) {
    key("n");
    EXPECT_EQ(answer("step"), std::to_string(k));
  }
}

}  // namespace
}  // namespace gpubuck::test
