// Going back in time, by keys and by the strip below the fluid.
#include <gtest/gtest.h>

#include "gui/window_rig.h"

namespace gpubuck::test {
namespace {

struct WindowTime : WindowRig {};

TEST_F(WindowTime, Undo_RestoresValuesStepsAndTimeline) {
  open();
  for (const char* step : {"1", "2", "3"}) {
    key("n");
    EXPECT_EQ(answer("step"), step);
  }
  const Place strip = place("timeline");
  const glm::ivec2 end{strip.x + strip.width - 12, strip.y + strip.height / 2};
  drag(end, {24 - strip.width, 0});
  EXPECT_EQ(answer("rewind"), "step 0");
  key("ctrl+z");
  EXPECT_EQ(answer("undone"), "rewind; now at step 3");
  key("ctrl+y");
  EXPECT_EQ(answer("redone"), "rewind; now at step 0");
  key("n");
  EXPECT_EQ(answer("step"), "1");

  openSection("controls/physics");
  fillSlider("physics/kT", "1.5");
  EXPECT_EQ(answer("changed"), "fluid.kT = 1.5");
  key("ctrl+z");
  EXPECT_EQ(answer("undone"), "Temperature kT = 1");
  key("ctrl+shift+z");
  EXPECT_EQ(answer("redone"), "Temperature kT = 1.5");
  key("ctrl+z");
  key("ctrl+z");
  EXPECT_EQ(step(), 0) << "before the single step";
}

}  // namespace
}  // namespace gpubuck::test
