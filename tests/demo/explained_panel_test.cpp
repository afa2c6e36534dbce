// The panel "The algorithm explained", pressed as a user presses it, without a window.
#include <imgui_internal.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "demo/demo_test.h"

namespace gpubuck::demo {
namespace {

class ExplainedPanelTest : public DemoGuiTest {
 protected:
  ExplainedPanelTest() : DemoGuiTest("[box]\nsize = [3, 3, 3]", {700.0F, 1600.0F}, logPath()) {
    frame();
  }
  ~ExplainedPanelTest() override { std::remove(logPath().c_str()); }

  static std::string logPath() {
    return ::testing::TempDir() + ::testing::UnitTest::GetInstance()->current_test_info()->name() +
           ".log";
  }

  void frame(float seconds = 0.02F) {
    ImGui::GetIO().DeltaTime = seconds;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0.0F, 0.0F});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("test");
    panel_.draw(state_);
    ImGui::End();
    ImGui::Render();
  }

  /// Returns the latest status "explained" of the journal, such as "figure1 phase 3 of 8".
  std::string status() const {
    std::ifstream log(logPath());
    std::string status;
    for (std::string line; std::getline(log, line);) {
      if (line.starts_with("explained: ")) status = line.substr(11);
    }
    return status;
  }
  bool atEnd() const {
    std::istringstream words(status());
    std::string source, phase, of;
    int present = 0, count = -1;
    words >> source >> phase >> present >> of >> count;
    return present == count;
  }

  void press(const std::string& name, float dragY = 0.0F) {
    frame();
    ASSERT_TRUE(places_.contains(name)) << name;
    const WidgetPlace place = places_.at(name);
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {static_cast<float>(place.x) + 0.5F * static_cast<float>(place.width),
                   static_cast<float>(place.y) + 0.5F * static_cast<float>(place.height)};
    frame();
    io.MouseDown[0] = true;
    frame();
    if (dragY != 0.0F) {
      io.MousePos.y += dragY;
      frame();
    }
    io.MouseDown[0] = false;
    frame();
    io.MousePos = {-1.0F, -1.0F};
    frame();
  }

  Panel& panel_ = *std::find_if(state_.panels.begin(), state_.panels.end(),
                                [](const Panel& panel) { return panel.name == "explained"; });
};

// The panel is wide. At its side the text would be far from the button.
TEST_F(ExplainedPanelTest, TooltipOfAWidgetFarFromTheSide_IsBelowTheWidget) {
  ImGui::GetIO().DisplaySize.x = 2000.0F;
  frame();
  const WidgetPlace& button = places_.at("explained/previous");
  ASSERT_LT(button.x + button.width, 1000);
  ImGui::GetIO().MousePos = {static_cast<float>(button.x + button.width / 2),
                             static_cast<float>(button.y + button.height / 2)};
  for (int k = 0; k < 5; ++k) frame(0.3F);
  const ImGuiWindow* const shown = ImGui::FindWindowByName("##Tooltip_00");
  ASSERT_NE(shown, nullptr);
  EXPECT_EQ(shown->Pos.x, static_cast<float>(button.x));
  EXPECT_GT(shown->Pos.y, static_cast<float>(button.y + button.height));
}

TEST_F(ExplainedPanelTest, Boxes_GetSmallerBeforeTheyNeedAnotherLine) {
  const auto boxes = [&](float ems) {
    ImGui::GetIO().DisplaySize.x = ems * ImGui::GetFontSize();
    for (int k = 0; k < 3; ++k) frame();
    return std::pair(places_.at("explained/mapping/0"), places_.at("explained/mapping/7"));
  };
  const auto [first, last] = boxes(30.0F);
  const auto [small, lastSmall] = boxes(20.0F);
  EXPECT_EQ(first.y, last.y);
  EXPECT_EQ(small.y, lastSmall.y);
  EXPECT_LT(small.width, first.width);
  EXPECT_LT(static_cast<float>(lastSmall.x + lastSmall.width), 20.0F * ImGui::GetFontSize());
}

TEST_F(ExplainedPanelTest, StepsThroughFigure1) {
  EXPECT_EQ(status(), "figure1 phase 1 of 8");
  press("explained/previous");  // greyed out
  EXPECT_EQ(status(), "figure1 phase 1 of 8");
  press("explained/next");
  press("explained/next");
  EXPECT_EQ(status(), "figure1 phase 3 of 8");
  press("explained/previous");
  EXPECT_EQ(status(), "figure1 phase 2 of 8");
  EXPECT_FALSE(atEnd());
  press("explained/last");
  EXPECT_EQ(status(), "figure1 phase 8 of 8");
  EXPECT_TRUE(atEnd());
  press("explained/next");  // greyed out
  EXPECT_EQ(status(), "figure1 phase 8 of 8");
  press("explained/first");
  EXPECT_EQ(status(), "figure1 phase 1 of 8");
}

TEST_F(ExplainedPanelTest, Play_EndsAndStartsAgain) {
  press("explained/play");
  for (int k = 0; k < 60 && !atEnd(); ++k) frame(0.5F);
  EXPECT_EQ(status(), "figure1 phase 8 of 8");
  for (int k = 0; k < 10; ++k) frame(0.5F);
  EXPECT_TRUE(atEnd());
  press("explained/play");
  EXPECT_EQ(status(), "figure1 phase 1 of 8");
}

TEST_F(ExplainedPanelTest, TexelsOfFigure1_AreFixed) {
  press("explained/mapping/0");
  press("explained/mapping/0", 60.0F);
  EXPECT_EQ(status(), "figure1 phase 1 of 8");
}

// Ten elements, at first in any of five buckets. A drag by 900 pixels ends at bucket 0.
TEST_F(ExplainedPanelTest, Elements_CanBeDraggedIntoOneBucket) {
  press("explained/own");
  EXPECT_EQ(status().substr(0, 14), "own phase 1 of");
  for (int i = 0; i < 10; ++i) press("explained/mapping/" + std::to_string(i), 900.0F);
  // The 22 phases: the heads are cleared, ten scatters place one element each, with a next-update
  // after each, and a last scatter finds nothing.
  EXPECT_EQ(status(), "own phase 1 of 22");
  press("explained/mapping/4");
  press("explained/own/elements/less");
  // Only element 4 is in bucket 1, and it is placed in the same scatter as another element. Nine
  // elements therefore need eight scatters.
  EXPECT_EQ(status(), "own phase 1 of 18");
}

TEST_F(ExplainedPanelTest, Resort_AddsItsPhases) {
  press("explained/own");
  for (int i = 0; i < 10; ++i) press("explained/mapping/" + std::to_string(i), 900.0F);
  press("explained/own/resort");
  press("explained/own/move");
  for (int i = 0; i < 10; ++i) press("explained/own/moved/" + std::to_string(i), 900.0F);
  EXPECT_EQ(status(), "own phase 1 of 22") << "nothing moves";
  press("explained/own/moved/3");
  // Moving element 3 adds five phases: it is unlinked and relinked, a scatter with its next-update
  // places it, and a last scatter finds nothing.
  EXPECT_EQ(status(), "own phase 1 of 27");
  press("explained/last");
  EXPECT_TRUE(atEnd());
  press("explained/own/resort");
  EXPECT_EQ(status(), "own phase 22 of 22");
}

TEST_F(ExplainedPanelTest, Fields_LieApart) {
  press("explained/own");
  press("explained/own/resort");
  forgetPlaces();
  frame();
  ASSERT_TRUE(places_.contains("explained/own/sub-buffers"));
  ASSERT_TRUE(places_.contains("explained/own/partition"));
  expectNoOverlap();
}

TEST_F(ExplainedPanelTest, NumberOfElements_IsLimited) {
  press("explained/own");
  for (int k = 0; k < 20; ++k) press("explained/own/elements/more");
  EXPECT_TRUE(places_.contains("explained/visited/23"));
  EXPECT_FALSE(places_.contains("explained/visited/24"));
  for (int k = 0; k < 30; ++k) press("explained/own/elements/less");
  EXPECT_EQ(status(), "own phase 1 of 4");  // one element
  press("explained/own/shuffle");
  EXPECT_EQ(status(), "own phase 1 of 4");
}

}  // namespace
}  // namespace gpubuck::demo
