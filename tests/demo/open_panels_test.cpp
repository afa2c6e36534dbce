// The panels of --panels, laid out in a window of a small screen.
#include "demo/demo_test.h"
#include "demo/panels/panels.h"
#include "demo/tools/tools.h"
#include "demo/two_fluids.h"

namespace gpubuck::demo {
namespace {

class OpenPanelsTest : public DemoGuiTest {
 protected:
  OpenPanelsTest()
      : DemoGuiTest("[box]\nsize = [4, 4, 4]\n" + twoFluids(0.25, 50.0), {800.0F, 600.0F}) {}

  void open(const std::vector<std::string>& names) {
    openPanels(state_, names);
    for (int k = 0; k < 4; ++k) {
      ImGui::GetIO().DeltaTime = 0.1F;
      ImGui::NewFrame();
      drawPanels(state_, {800, 600});
      ImGui::Render();
    }
  }
};

TEST_F(OpenPanelsTest, RequestedSection_ScrollsToTheTop) {
  open({"view"});
  ASSERT_TRUE(places_.contains("controls/view"));
  EXPECT_LT(places_.at("controls/view").y, 60);
}

TEST_F(OpenPanelsTest, NarrowWindow_ShowsMeasurementsInFront) {
  open({"statistics"});
  EXPECT_TRUE(places_.contains("measurements/statistics"));
  EXPECT_FALSE(places_.contains("controls/run"));
}

TEST_F(OpenPanelsTest, Controls_StayInFrontByDefault) {
  open({});
  EXPECT_TRUE(places_.contains("controls/run"));
  EXPECT_FALSE(places_.contains("measurements/statistics"));
}

TEST_F(OpenPanelsTest, GalleryCards_FillARow) {
  open({"gallery"});
  const WidgetPlace &first = places_.at("gallery/dam-break"),
                    &second = places_.at("gallery/liquid-drop");
  EXPECT_EQ(first.y, second.y);
  EXPECT_GE(second.x + second.width, 750);
}

TEST_F(OpenPanelsTest, LowWindow_ShowsEveryTool) {
  ImGui::GetIO().DisplaySize = {480.0F, 320.0F};
  open({});
  for (const ToolRow& row : toolRows()) {
    const WidgetPlace& tool = places_.at("tool/" + row.word);
    EXPECT_LE(tool.y + tool.height, 320 - 15) << row.word << ": above the strip of moments";
  }
}

}  // namespace
}  // namespace gpubuck::demo
