// The slim layout: the bar over the fluid, its drawers, and the layout that is remembered.
#include "demo/ui/panels/bar.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "demo/drawn_panels.h"
#include "demo/preferences.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/shortcuts.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/tools/tools.h"
#include "demo/view/fluid_view.h"
#include "file/temporary_folder.h"

namespace gpubuck::demo {
namespace {

class BarTest : public DrawnPanelsTest {
 protected:
  BarTest() { state_.showsControls = state_.showsMeasurements = false; }
};

TEST_F(BarTest, Buttons_FitIntoEveryWindow) {
  for (const glm::vec2 size : {glm::vec2(390.0F, 700.0F), glm::vec2(640.0F, 400.0F),
                               glm::vec2(1280.0F, 720.0F), glm::vec2(1600.0F, 1000.0F)}) {
    resize(size);
    frames(3);
    EXPECT_EQ(placeOf("bar").Max.x, size.x);
    EXPECT_FALSE(placeOf("bar").Overlaps(placeOf("heading")));
    EXPECT_EQ(static_cast<float>(area_.width), size.x) << "the fluid has the whole width";
    EXPECT_LE(size.y - static_cast<float>(area_.height), placeOf("bar").Max.y);
    float end = 0.0F;
    for (const char* name : {"play", "gallery", "look", "physics", "algorithm", "panels"}) {
      const WidgetPlace& place = places_.at(std::string("bar/") + name);
      EXPECT_GE(static_cast<float>(place.x), end) << name << " at " << size.x;
      end = static_cast<float>(place.x + place.width);
    }
    EXPECT_LE(end, size.x);
    EXPECT_EQ(places_.contains("tool/stir"), size.x > 1000.0F) << "else they are in a list";
  }
}

TEST_F(BarTest, DrawerOfANarrowWindow_IsASheetBelowTheFluid) {
  for (const bool isSlim : {true, false}) {
    state_.showsControls = !isSlim;
    state_.drawer = isSlim ? "look" : "";
    resize({390.0F, 844.0F});
    frames(4);
    const ImRect sheet = placeOf(isSlim ? "drawer look" : "Controls");
    EXPECT_EQ(sheet.Min.x, 0.0F);
    EXPECT_EQ(sheet.Max.x, 390.0F);
    EXPECT_EQ(sheet.Max.y, 844.0F);
    EXPECT_NEAR(static_cast<float>(area_.y), 844.0F - sheet.Min.y, 2.0F) << "the fluid is above";
    EXPECT_LE(static_cast<float>(area_.y + area_.height), 844.0F);
    for (const float width : {844.0F, 500.0F}) {
      resize({width, 390.0F});
      frames(4);
      EXPECT_NEAR(placeOf(isSlim ? "drawer look" : "Controls").Max.y, 390.0F, 1.0F);
      EXPECT_EQ(area_.y, 0);
      EXPECT_LT(static_cast<float>(area_.width), width) << "next to the fluid";
    }
  }
}

// The window opens with this size.
TEST_F(BarTest, Tools_HaveNamesInAWindowOfTheDefaultSize) {
  resize({1152.0F, 648.0F});
  frames(3);
  EXPECT_GT(places_.at("tool/fountain").width, places_.at("tool/tilt").width);
}

// A page draws its button "Share" over the free end of the bar.
TEST_F(BarTest, EndOfTheBar_IsFreeOnAPage) {
  resize({1600.0F, 720.0F});
  state_.onPage = true;
  frames(3);
  forgetPlaces();
  frames(1);
  EXPECT_TRUE(places_.contains("bar/panels"));
  for (const char* name : {"help", "tour", "undo", "record"}) {
    EXPECT_FALSE(places_.contains(std::string("bar/") + name)) << name;
  }
}

TEST_F(BarTest, More_ListsTheButtonsWithoutRoom) {
  for (const float width : {1152.0F, 640.0F, 390.0F}) {
    resize({width, 648.0F});
    frames(3);
    for (const bool records : {true, false}) {
      forgetPlaces();
      frames(1);
      expectNoOverlap();
      ASSERT_TRUE(places_.contains("bar/more")) << width;
      ASSERT_FALSE(places_.contains("bar/record")) << width;
      click("bar/more");
      click("bar/record");
      EXPECT_EQ(recorder_.recording(), records) << width;
    }
  }
}

TEST_F(BarTest, HelpTourUndoAndRecord_AreButtonsIfThereIsRoom) {
  resize({1600.0F, 720.0F});
  frames(3);
  for (const char* name : {"help", "tour", "undo", "record"}) {
    ASSERT_TRUE(places_.contains(std::string("bar/") + name)) << name;
  }
  for (const bool opens : {true, false}) {
    click("bar/help");
    EXPECT_EQ(panelNamed(state_, "help").open, opens);
  }
  click("bar/undo");
  EXPECT_EQ(journal_.notices().back().text, "undo: nothing to undo");
  for (const bool records : {true, false}) {
    click("bar/record");
    EXPECT_EQ(recorder_.recording(), records);
  }
  for (float width = 1600.0F; width > 360.0F; width -= 20.0F) {
    resize({width, 720.0F});
    frames(2);
    forgetPlaces();
    frames(1);
    expectNoOverlap();
    EXPECT_LE(places_.at("bar/panels").x + places_.at("bar/panels").width, static_cast<int>(width));
    EXPECT_TRUE(places_.contains("bar/record") || places_.contains("bar/more")) << width;
  }
}

TEST_F(BarTest, Tour_Begins) {
  resize({1600.0F, 720.0F});
  frames(3);
  click("bar/tour");
  EXPECT_TRUE(state_.show("tour").isPlaying());
}

// If the bar is too narrow, the tools first lose their names. If even their icons do not fit, a
// list replaces them.
TEST_F(BarTest, Tools_AreIconsBeforeTheyAreAList) {
  float named = 0.0F;
  int widths[3] = {0, 0, 0};
  for (float width = 1600.0F; width > 400.0F; width -= 20.0F) {
    resize({width, 720.0F});
    frames(3);
    forgetPlaces();
    frames(1);
    if (places_.contains("tool/erase")) {
      const auto wide = static_cast<float>(places_.at("tool/fountain").width);
      if (named == 0.0F) named = wide;
      ++widths[wide < named ? 1 : 0];
      EXPECT_EQ(widths[2], 0) << width;
      continue;
    }
    ASSERT_TRUE(places_.contains("bar/tools")) << width;
    if (widths[2]++ > 0) continue;
    const WidgetPlace& left = places_.at("bar/algorithm");
    const int room = places_.at("bar/panels").x - left.x - left.width;
    EXPECT_LT(static_cast<float>(room), 14.0F * 2.75F * ImGui::GetFontSize()) << "icons would fit";
  }
  EXPECT_GT(widths[0], 0);
  EXPECT_GT(widths[1], 3);
  EXPECT_GT(widths[2], 3);
}

TEST_F(BarTest, ToolWithoutAName_IsNamedAtOnceAndWhileItIsChosen) {
  resize({1040.0F, 720.0F});
  setTool(state_, "stir");
  frames(3);
  ASSERT_TRUE(places_.contains("bar/tool")) << "the name of the chosen tool";
  const WidgetPlace& name = places_.at("bar/tool");
  EXPECT_GT(static_cast<float>(name.width), textWidth("Wave maker"));
  const WidgetPlace& heat = places_.at("tool/heat");
  ASSERT_LT(heat.width, 45) << "it has no room for a name";
  ImGui::GetIO().MousePos = {static_cast<float>(heat.x + 5), static_cast<float>(heat.y + 5)};
  frames(3);
  const ImRect tip = placeOf("##Tooltip_00");
  EXPECT_GT(tip.GetWidth(), 10.0F) << "after 0.3 s";
  EXPECT_LT(tip.GetHeight(), 3.0F * ImGui::GetFontSize()) << "the name alone";
  EXPECT_GE(tip.Min.y, placeOf("bar").Max.y - 0.6F * ImGui::GetFontSize());
  resize({1700.0F, 720.0F});
  ImGui::GetIO().MousePos = {-1.0F, -1.0F};
  forgetPlaces();
  frames(3);
  EXPECT_FALSE(places_.contains("bar/tool")) << "all tools have names";
}

TEST_F(BarTest, Tooltip_DoesNotComeBackAfterAPress) {
  resize({1280.0F, 720.0F});
  frames(3);
  click("bar/gallery");
  EXPECT_TRUE(panelNamed(state_, "gallery").open);
  frames(10);
  EXPECT_EQ(placeOf("##Tooltip_00").GetWidth(), 0.0F) << "it would cover what has opened";
  click("bar/gallery");
  frames(10);
  EXPECT_EQ(placeOf("##Tooltip_00").GetWidth(), 0.0F) << "nor after closing it";
  const ImVec2 place = ImGui::GetIO().MousePos;
  ImGui::GetIO().MousePos = {-1.0F, -1.0F};
  frames(2);
  ImGui::GetIO().MousePos = place;
  frames(10);
  EXPECT_GT(placeOf("##Tooltip_00").GetWidth(), 20.0F);
}

// The key's effect is what the user looks at, and the tooltip may cover it.
TEST_F(BarTest, Tooltip_EndsWithAKey) {
  resize({1280.0F, 720.0F});
  frames(3);
  const WidgetPlace& place = places_.at("bar/play");
  const ImVec2 over(static_cast<float>(place.x + 5), static_cast<float>(place.y + 5));
  ImGui::GetIO().MousePos = over;
  frames(10);
  EXPECT_GT(placeOf("##Tooltip_00").GetWidth(), 20.0F);
  runShortcut(state_, {GLFW_KEY_F, 0});
  frames(10);
  EXPECT_EQ(placeOf("##Tooltip_00").GetWidth(), 0.0F);
  ImGui::GetIO().MousePos = {-1.0F, -1.0F};
  frames(2);
  ImGui::GetIO().MousePos = over;
  frames(10);
  EXPECT_GT(placeOf("##Tooltip_00").GetWidth(), 20.0F);
}

TEST_F(BarTest, ButtonUnderThePointer_DoesNotLookChosen) {
  resize({1280.0F, 720.0F});
  frames(3);
  const auto hasColour = [this](const char* mark, ImGuiCol colour) {
    const WidgetPlace& place = places_.at(mark);
    const ImRect button(static_cast<float>(place.x), static_cast<float>(place.y),
                        static_cast<float>(place.x + place.width),
                        static_cast<float>(place.y + place.height));
    const auto& drawn = ImGui::FindWindowByName("bar")->DrawList->VtxBuffer;
    return std::any_of(drawn.begin(), drawn.end(), [&](const ImDrawVert& each) {
      return button.Contains(each.pos) && each.col == ImGui::GetColorU32(colour);
    });
  };
  EXPECT_TRUE(hasColour("tool/camera", ImGuiCol_ButtonHovered));
  EXPECT_FALSE(hasColour("bar/look", ImGuiCol_ButtonHovered));
  const WidgetPlace& place = places_.at("bar/look");
  ImGui::GetIO().MousePos = {static_cast<float>(place.x + 5), static_cast<float>(place.y + 5)};
  frames(2);
  EXPECT_FALSE(hasColour("bar/look", ImGuiCol_ButtonHovered));
  EXPECT_TRUE(hasColour("bar/look", ImGuiCol_FrameBgHovered)) << "but it changes";
  click("bar/look");
  EXPECT_TRUE(hasColour("bar/look", ImGuiCol_ButtonHovered));
}

// Large type is for an audience, which looks at the fluid.
TEST_F(BarTest, LargeType_LeavesHalfOfTheWindowToTheFluid) {
  ImGui::GetIO().FontGlobalScale = 21.0F / 13.0F;
  for (const glm::vec2 size : {glm::vec2(1152.0F, 720.0F), glm::vec2(1280.0F, 800.0F)}) {
    resize(size);
    state_.drawer = "look";
    frames(4);
    EXPECT_GE(static_cast<float>(area_.width), 0.5F * size.x) << "drawer";
    state_.drawer.clear();
    state_.showsControls = state_.showsMeasurements = true;
    for (const bool measures : {false, true}) {
      state_.measurementsInFront = measures;
      frames(4);
      EXPECT_GE(static_cast<float>(area_.width), 0.5F * size.x) << measures;
    }
    state_.showsControls = state_.showsMeasurements = false;
  }
  state_.show("tour").begin(state_);
  frames(4);
  EXPECT_GE(static_cast<float>(area_.width), 0.5F * 1280.0F);
}

TEST_F(BarTest, ToolList_OffersEveryTool) {
  resize({640.0F, 400.0F});
  frames(3);
  click("bar/tools");
  for (const ToolRow& row : toolRows()) {
    const WidgetPlace& place = places_.at("tool/" + row.word());
    EXPECT_TRUE(screen().Contains(ImVec2(static_cast<float>(place.x + place.width),
                                         static_cast<float>(place.y + place.height))))
        << row.word();
  }
  click("tool/heat");
  EXPECT_EQ(state_.tool.chosen, "heat");
  EXPECT_FALSE(placeOf("tool").Overlaps(placeOf("bar")));
  EXPECT_GT(placeOf("tool").GetHeight(), 0.0F) << "its settings are shown";
}

// The contents of an open drawer say more than the tooltip, which would cover their first lines.
TEST_F(BarTest, Drawer_HasATooltipUntilItIsOpen) {
  resize({1280.0F, 720.0F});
  frames(4);
  const auto tooltipIsShown = [this] {
    frames(10);
    const ImGuiWindow* const shown = ImGui::FindWindowByName("##Tooltip_00");
    return shown != nullptr && shown->Active;
  };
  const WidgetPlace& place = places_.at("bar/algorithm");
  ImGui::GetIO().MousePos = {static_cast<float>(place.x + place.width / 2),
                             static_cast<float>(place.y + place.height / 2)};
  EXPECT_TRUE(tooltipIsShown());
  click("bar/algorithm");
  ASSERT_EQ(state_.drawer, "algorithm");
  EXPECT_FALSE(tooltipIsShown());
}

TEST_F(BarTest, Drawers_OpenByClickAndKeyOneAtATime) {
  resize({640.0F, 400.0F});
  frames(3);
  click("bar/physics");
  EXPECT_TRUE(places_.contains("physics/gravity/z"));
  EXPECT_EQ(static_cast<float>(area_.width), placeOf("drawer physics").Min.x);
  runShortcut(state_, {GLFW_KEY_F8, 0});
  frames(2);
  EXPECT_EQ(state_.drawer, "algorithm");
  EXPECT_TRUE(places_.contains("sort/mode/resort"));
  EXPECT_EQ(placeOf("drawer physics").GetWidth(), 0.0F);
  runShortcut(state_, {GLFW_KEY_ESCAPE, 0});
  EXPECT_EQ(state_.drawer, "");
}

TEST_F(BarTest, Tab_ChangesTheLayoutAndBack) {
  frames(2);
  runShortcut(state_, {GLFW_KEY_TAB, 0});
  frames(2);
  EXPECT_TRUE(state_.showsControls && state_.showsMeasurements);
  EXPECT_EQ(placeOf("bar").GetWidth(), 0.0F);
  click("side/slim");
  EXPECT_TRUE(isSlim(state_));
  runShortcut(state_, {GLFW_KEY_C, 0});
  EXPECT_TRUE(state_.showsControls && !state_.showsMeasurements);
  runShortcut(state_, {GLFW_KEY_F7, 0});
  EXPECT_TRUE(panelNamed(state_, "physics").comesToTop) << "with panels it scrolls there";
}

TEST_F(BarTest, Layout_IsRemembered) {
  const std::string folder = ::testing::TempDir() + "gpubuck-preferences";
  std::filesystem::remove_all(folder);
  const std::string path = folder + "/gpubuck/window";
  PreferenceFile file(path);
  file.apply(state_);
  EXPECT_TRUE(isSlim(state_)) << "by default";
  file.keep(state_);
  EXPECT_FALSE(std::ifstream(path).good()) << "nothing has been chosen";
  EXPECT_LT(backgroundOf(state_).g, 0.2F);
  flipLayout(state_);
  state_.isLight = state_.hasLargeType = true;
  EXPECT_GT(backgroundOf(state_).g, 0.9F);
  file.keep(state_);
  state_.showsControls = state_.showsMeasurements = state_.isLight = state_.hasLargeType = false;
  PreferenceFile(path).apply(state_);
  EXPECT_TRUE(state_.showsControls && state_.showsMeasurements && state_.hasLargeType);
  EXPECT_EQ(readPreferences(path), (Preferences{.controls = true,
                                                .measurements = true,
                                                .light = true,
                                                .largeType = true,
                                                .firstSteps = true}));
  std::ofstream(path) << "controls = yes\nmeasurements = maybe\n";
  EXPECT_THROW(readPreferences(path), InputError);
  PreferenceFile(path).apply(state_);
  EXPECT_TRUE(journal_.notices().back().error) << "the window opens nevertheless";
}

TEST_F(BarTest, PreferencesThatCannotBeRead_AreNotOverwritten) {
  const test::TemporaryFolder folder;
  const std::string broken = "controls = yes\nlight = perhaps\n";
  std::filesystem::create_symlink("circle", folder / "circle");
  for (const std::string& path : {folder.put("broken", broken), folder / "circle"}) {
    EXPECT_THROW(readPreferences(path), InputError);
    PreferenceFile file(path);
    file.apply(state_);
    EXPECT_TRUE(journal_.notices().back().text.ends_with("preferences are not kept"));
    for (int k = 0; k < 3; ++k) {
      state_.isLight = !state_.isLight;
      file.keep(state_);
    }
  }
  EXPECT_EQ(folder.get("broken"), broken);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "circle"));
  EXPECT_THROW(readPreferences(folder.path().string()), InputError) << "a folder";
}

}  // namespace
}  // namespace gpubuck::demo
