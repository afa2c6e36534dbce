// The picture of the fluid without a window: where it is seen from, and when it is drawn anew.
#include "demo/fluid_view.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include "demo/actions.h"
#include "support/gpu_test.h"

namespace gpubuck::demo {
namespace {

class FluidViewTest : public test::GpuTest {
 protected:
  void start(const std::string& box = "size = [6, 5, 4]") {
    const std::string text = "[box]\n" + box + R"(
[[species]]
name = "one"
fraction = 0.5
[[species]]
name = "two"
fraction = 0.5
[[pair]]
species = ["one", "one"]
a = 25
gamma = 4.5
[[pair]]
species = ["one", "two"]
a = 50
gamma = 4.5
[[pair]]
species = ["two", "two"]
a = 25
gamma = 4.5
)";
    session_.start(scenario::parseScenario(text, "view.toml", {}));
    setDefaults(state_);
  }
  const scenario::View& camera() const { return session_.scenario().view; }
  bool draw() { return view_.draw(state_, {0, 0, 300, 200}, 12.0); }

  FluidSession session_{gl::ShaderLibrary(), texel::Engine::Paper,
                        scenario::parseScenario("[box]\nsize = [4, 4, 4]", "box.toml", {})};
  Journal journal_{""};
  Recorder recorder_{"."};
  DemoState state_{session_, journal_, recorder_};
  FluidView view_;
};

TEST_F(FluidViewTest, IsLookedAtFromFourSides) {
  start();
  scenario::View moved = camera();
  moved.zoom = 3.0;
  moved.panX = 0.2;
  moved.hidden = {1};
  setView(state_, moved);
  runShortcut(state_, {GLFW_KEY_3, GLFW_MOD_SHIFT});
  scenario::View top = moved;
  top.azimuth = 0.0;
  top.elevation = 90.0;
  top.zoom = 1.0;
  top.panX = 0.0;
  EXPECT_EQ(camera(), top);
  runShortcut(state_, {GLFW_KEY_2, GLFW_MOD_SHIFT});
  EXPECT_EQ(camera().azimuth, 90.0);
  EXPECT_EQ(camera().elevation, 0.0);
  EXPECT_TRUE(journal_.notices().empty());
}

TEST_F(FluidViewTest, AFlatBoxIsSeenFromAboveOnly) {
  start("dimensions = 2\nsize = [6, 5]");
  const scenario::View before = camera();
  lookFrom(state_, kViewpoints.front());
  EXPECT_EQ(camera(), before);
  ASSERT_EQ(journal_.notices().size(), 1u);
  EXPECT_EQ(journal_.notices().front().text, "no view from the front: the box has two dimensions");
  for (const Viewpoint& each : kViewpoints) {
    EXPECT_EQ(whyNotFrom(state_, each).empty(), each.word == "top");
  }
}

TEST_F(FluidViewTest, IsDrawnAnewWhenSomethingInItHasChanged) {
  start();
  EXPECT_TRUE(draw());
  EXPECT_FALSE(draw());
  const Image before = view_.read();
  for (bool Look::*flag : {&Look::axes, &Look::scaleBar, &Look::legend, &Look::outline}) {
    state_.look.*flag = false;
    EXPECT_TRUE(draw());
    EXPECT_NE(view_.read().rgb, before.rgb);
    state_.look.*flag = true;
    EXPECT_TRUE(draw());
    EXPECT_EQ(view_.read().rgb, before.rgb);
  }
}

TEST_F(FluidViewTest, TheLegendSaysWhatTheColoursMean) {
  start();
  ASSERT_EQ(colourLegend(state_).swatches.size(), 2u);
  EXPECT_EQ(colourLegend(state_).swatches[1].meaning, "two");
  scenario::View view = camera();
  view.hidden = {0};
  setView(state_, view);
  ASSERT_EQ(colourLegend(state_).swatches.size(), 1u);
  EXPECT_EQ(colourLegend(state_).swatches[0].meaning, "two");
  state_.look.colouring = render::Colouring::Speed;
  state_.look.colourScale = 2.5;
  EXPECT_EQ(colourLegend(state_).ramp->atLast, "2.5 or faster");
  state_.look.colouring = render::Colouring::Cell;
  EXPECT_TRUE(colourLegend(state_).empty());
}

TEST_F(FluidViewTest, TheAnnotationsThatWereChosenStay) {
  start();
  state_.look.axes = false;
  state_.look.radiusScale = 0.5;
  setDefaults(state_);
  EXPECT_FALSE(state_.look.axes);
  EXPECT_TRUE(state_.look.legend);
  EXPECT_EQ(state_.look.radiusScale, 1.0);
}

}  // namespace
}  // namespace gpubuck::demo
