// The colours and heights of the bars of a chart.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <vector>

#include "demo/widgets/form.h"
#include "demo/widgets/plot.h"
#include "demo/widgets/theme.h"
#include "render/colour_map.h"

namespace gpubuck::demo {
namespace {

class BarChartTest : public ::testing::Test {
 protected:
  BarChartTest() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {600.0F, 400.0F};
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }
  ~BarChartTest() override { ImGui::DestroyContext(); }

  /// Draws the chart and returns the corners that have this colour.
  static std::vector<ImVec2> cornersOf(const BarChart& chart, ImU32 colour) {
    for (int k = 0; k < 2; ++k) {  // Dear ImGui shows a new window in the second picture
      ImGui::NewFrame();
      ImGui::SetNextWindowPos({0.0F, 0.0F});
      ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
      ImGui::Begin("chart", nullptr, ImGuiWindowFlags_NoDecoration);
      drawBarChart(chart);
      ImGui::End();
      ImGui::Render();
    }
    std::vector<ImVec2> corners;
    const ImDrawData& drawn = *ImGui::GetDrawData();
    for (int list = 0; list < drawn.CmdListsCount; ++list) {
      for (const ImDrawVert& each : drawn.CmdLists[list]->VtxBuffer) {
        if (each.col == colour) corners.push_back(each.pos);
      }
    }
    return corners;
  }

  const ImU32 red_ = toImGui(render::kSignalColour);
  /// The rounds of a sort: the last bar has 3 of 16,384 points.
  BarChart chart_{.id = "chart",
                  .xName = "round",
                  .first = 1,
                  .bars = {{{0, 16'384.0}}, {{0, 900.0}}, {{0, 3.0}}}};
};

TEST_F(BarChartTest, PresentBar_IsRedAndHighEnoughToBeSeen) {
  EXPECT_TRUE(cornersOf(chart_, red_).empty());
  chart_.present = 3;
  const std::vector<ImVec2> corners = cornersOf(chart_, red_);
  ASSERT_EQ(corners.size(), 4U) << "one bar";
  const auto [top, bottom] = std::ranges::minmax_element(corners, {}, &ImVec2::y);
  EXPECT_GE(bottom->y - top->y, 1.5F);
  chart_.present = 4;
  EXPECT_TRUE(cornersOf(chart_, red_).empty()) << "all lists are complete";
}

// The fluid shows rounds in the colours of the ramp, and the chart next to it shows sub-buffers.
TEST_F(BarChartTest, Parts_DoNotHaveColoursOfTheFluidsRamp) {
  chart_ = {
      .id = "parts", .xName = "bar", .bars = {{{0, 5.0}}, {{1, 4.0}}, {{2, 3.0}}}, .parts = 3};
  for (const bool isLight : {false, true}) {
    setThemeColours(ImGui::GetStyle(), isLight);
    for (const float share : {0.0F, 0.5F, 1.0F}) {
      const ImU32 ramp = toImGui(render::rampColour(share));
      EXPECT_TRUE(cornersOf(chart_, legible(ramp, ImGuiCol_FrameBg)).empty()) << share;
    }
  }
}

}  // namespace
}  // namespace gpubuck::demo
