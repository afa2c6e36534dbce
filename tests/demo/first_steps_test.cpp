// The card of the first minute: the events that tick its items off, and the events that close it.
#include "demo/shows/first_steps.h"

#include <gtest/gtest.h>

#include "demo/demo_test.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/ui/panels/gallery.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

class FirstStepsTest : public DemoTest {
 protected:
  FirstStepsTest() : DemoTest(scenario::builtIn(kFirstScenario, {"region.0.density=0.1"})) {
    state_.opened = session_.scenario();
    steps_.begin(state_);
  }

  int done() const {
    return static_cast<int>(std::ranges::count_if(steps_.things(), &FirstSteps::Thing::isDone));
  }

  FirstSteps steps_;
};

TEST_F(FirstStepsTest, EachStep_IsTickedOnceDone) {
  steps_.update(state_, 1.0);
  EXPECT_EQ(done(), 0);
  dpd::View view = session_.scenario().view;
  view.camera.azimuth += 5.0;
  setView(state_, view);
  steps_.update(state_, 1.0);
  EXPECT_EQ(done(), 1);
  resetCamera(state_);
  state_.stroke = "pull";
  steps_.update(state_, 1.0);
  EXPECT_EQ(done(), 2) << "what has been done stays so";
  state_.drawer = "algorithm";
  EXPECT_FALSE(steps_.isDone());
  steps_.update(state_, 1.0);
  EXPECT_EQ(done(), 3);
  EXPECT_TRUE(steps_.isPlaying()) << "the last tick can be seen";
  EXPECT_TRUE(steps_.isDone());
  for (int k = 0; k < 3; ++k) steps_.update(state_, 1.0);
  EXPECT_FALSE(steps_.isPlaying());
}

TEST_F(FirstStepsTest, Hides_AMinuteAfterTheLastThingOrOnClickForGood) {
  for (int k = 0; k < 50; ++k) steps_.update(state_, 1.0);
  state_.stroke = "pull";
  for (int k = 0; k < 60; ++k) steps_.update(state_, 1.0);
  EXPECT_TRUE(steps_.isPlaying());
  steps_.update(state_, 1.0);
  EXPECT_FALSE(steps_.isPlaying());
  EXPECT_FALSE(steps_.isDone()) << "it is shown again in the next session";
  FirstSteps other;
  EXPECT_FALSE(other.isPlaying());
  other.begin(state_);
  other.end(state_);
  other.update(state_, 1.0);
  EXPECT_FALSE(other.isPlaying());
}

TEST(PanelDefaults, ShowFluidAndCollapseEngine) {
  std::vector<std::string> open;
  for (const Panel& panel : makePanels()) {
    if (panel.open) open.push_back(panel.name);
  }
  EXPECT_EQ(open, (std::vector<std::string>{"run", "physics", "plots"}));
}

}  // namespace
}  // namespace gpubuck::demo
