// The panels of --panels, laid out in a window of a small screen.
#include "base/error.h"
#include "demo/drawn_panels.h"
#include "demo/ui/tools/tools.h"
#include "demo/view/pick_marks.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

class OpenPanelsTest : public DrawnPanelsTest {
 protected:
  /// Begins the tour at scene number `scene`, counted from 0.
  void beginTour(int scene) {
    const auto run = [&] {
      state_.runPending();
      if (state_.pendingFluid) continuePendingFluid(state_, 1000.0);
    };
    Show& tour = state_.show("tour");
    tour.begin(state_);
    run();
    tour.go(state_, scene);
    run();
  }
  /// Returns the part of the explanation that scrolls, or null.
  static ImGuiWindow* scrolledPart() {
    for (ImGuiWindow* each : ImGui::GetCurrentContext()->Windows) {
      if (std::string(each->Name).find("explained/scrolled") != std::string::npos) return each;
    }
    return nullptr;
  }
  /// Shows one bar over the fluid, in large type.
  void presentOn(const glm::vec2& size) {
    resize(size);
    ImGui::GetIO().FontGlobalScale = 1.5F;
    state_.showsControls = state_.showsMeasurements = false;
  }
};

TEST_F(OpenPanelsTest, RequestedSection_ScrollsToTheTop) {
  open({"look"});
  ASSERT_TRUE(places_.contains("controls/look"));
  EXPECT_LT(places_.at("controls/look").y, 60);
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
                    &second = places_.at("gallery/double-dam");
  EXPECT_EQ(first.y, second.y);
  EXPECT_GE(second.x + second.width, 750);
}

TEST_F(OpenPanelsTest, Gallery_HidesTheFirstSteps) {
  state_.show("first steps").begin(state_);
  frames(2);
  EXPECT_GT(placeOf("first steps").GetWidth(), 0.0F);
  open({"gallery"});
  EXPECT_EQ(placeOf("first steps").GetWidth(), 0.0F);
  panelNamed(state_, "gallery").open = false;
  frames(2);
  EXPECT_GT(placeOf("first steps").GetWidth(), 0.0F);
}

TEST_F(OpenPanelsTest, LowWindow_ShowsEveryTool) {
  ImGui::GetIO().DisplaySize = {480.0F, 320.0F};
  open({});
  for (const ToolRow& row : toolRows()) {
    const WidgetPlace& tool = places_.at("tool/" + row.word());
    EXPECT_LE(tool.y + tool.height, 320 - 15) << row.word() << ": above the strip of moments";
  }
}

TEST_F(OpenPanelsTest, Panels_AreWithinTheWindow) {
  for (const glm::vec2 size :
       {glm::vec2(640.0F, 400.0F), glm::vec2(1280.0F, 720.0F), glm::vec2(1920.0F, 1080.0F)}) {
    resize(size);
    for (const char* name : {"explained", "textures", "gallery", "help"}) {
      open({name});
      const Panel& panel = panelNamed(state_, name);
      EXPECT_TRUE(screen().Contains(placeOf(panel.title.c_str()))) << name << " of " << size.x;
      panelNamed(state_, name).open = false;
      frames(1);
    }
    EXPECT_TRUE(screen().Contains(placeOf("heading"))) << size.x;
  }
  open({"textures"});
  resize({640.0F, 400.0F});
  frames(3);
  EXPECT_TRUE(screen().Contains(placeOf("Textures of the fluid"))) << "in a window made smaller";
}

TEST_F(OpenPanelsTest, ExplanationAndTextures_AreSideBySide) {
  for (const glm::vec2 size : {glm::vec2(1280.0F, 720.0F), glm::vec2(1920.0F, 1080.0F)}) {
    resize(size);
    open({"explained"});
    open({"textures"});
    EXPECT_TRUE(panelNamed(state_, "explained").open) << size.x;
    const ImRect one = placeOf("The algorithm explained"), other = placeOf("Textures of the fluid");
    EXPECT_FALSE(one.Overlaps(other)) << size.x;
    EXPECT_TRUE(screen().Contains(one) && screen().Contains(other)) << size.x;
    EXPECT_GE(other.GetWidth(), 24.0F * ImGui::GetFontSize() - 1.0F);
    for (const char* name : {"explained", "textures"}) panelNamed(state_, name).open = false;
    frames(1);
  }
}

TEST_F(OpenPanelsTest, Textures_LeaveThePickedParticleVisible) {
  resize({1280.0F, 720.0F});
  frames(2);
  for (const std::int64_t element : {0, 50, 100, 191}) {
    pickParticle(state_, element);
    followPicked(state_);
    open({"textures"});
    const auto picked = placeOfPicked(state_, area_);
    ASSERT_TRUE(picked);
    EXPECT_FALSE(placeOf("Textures of the fluid").Contains(ImVec2(picked->x, picked->y)))
        << picked->x << ' ' << picked->y;
    Panel& panel = panelNamed(state_, "textures");
    panel.open = false;
    panel.low = panel.high = glm::vec2(0.0F);  // as if the panel had not been open before
    frames(1);
  }
}

TEST_F(OpenPanelsTest, CardOfThePickedParticle_LeavesItVisible) {
  bool isAtLeft = false, isAtRight = false;
  for (const glm::vec2 size : {glm::vec2(1280.0F, 720.0F), glm::vec2(1000.0F, 500.0F)}) {
    resize(size);
    frames(2);
    for (std::int64_t element = 0; element < 192; element += 7) {
      pickParticle(state_, element);
      followPicked(state_);
      frames(4);
      const auto picked = placeOfPicked(state_, area_);
      const ImRect card = placeOf("picked");
      ASSERT_TRUE(picked);
      ASSERT_GT(card.GetWidth(), 0.0F);
      EXPECT_FALSE(card.Contains(ImVec2(picked->x, picked->y))) << element << ", " << size.x;
      (card.Min.x < 0.3F * size.x ? isAtLeft : isAtRight) = true;
    }
  }
  EXPECT_TRUE(isAtLeft && isAtRight) << "the test needs particles below either place";
}

TEST_F(OpenPanelsTest, CardInTheTour_LeavesTheFluidFree) {
  resize({1280.0F, 720.0F});
  beginTour(7);
  pickParticle(state_, 8192);
  followPicked(state_);
  frames(4);
  const ImRect card = placeOf("picked");
  EXPECT_GE(card.Min.x, static_cast<float>(area_.x + area_.width));
  EXPECT_TRUE(screen().Contains(card));
}

TEST_F(OpenPanelsTest, TexturesInTheTour_LeaveTheFluidFree) {
  for (const glm::vec2 size : {glm::vec2(1280.0F, 720.0F), glm::vec2(1000.0F, 500.0F)}) {
    resize(size);
    beginTour(1);
    frames(4);
    const WidgetPlace& picture = places_.at("textures/picture");
    EXPECT_GE(picture.x, area_.x + area_.width) << size.x;
    EXPECT_GT(picture.width, 200) << size.x;
    EXPECT_EQ(placeOf("Textures of the fluid").GetWidth(), 0.0F) << size.x;
    state_.show("tour").end(state_);
  }
}

TEST_F(OpenPanelsTest, FloatingPanelsInLargeType_LeaveTheBarFree) {
  presentOn({1280.0F, 720.0F});
  for (const char* name : {"explained", "textures", "gallery", "help"}) {
    open({name});
    state_.showsControls = state_.showsMeasurements = false;
    const Panel& panel = panelNamed(state_, name);
    const ImRect place = placeOf(panel.title.c_str());
    EXPECT_GE(place.Min.y, kBarEnd * ImGui::GetFontSize() - 1.0F) << name;
    EXPECT_TRUE(screen().Contains(place)) << name;
    panelNamed(state_, name).open = false;
    frames(1);
  }
}

// If a strip of the heading and the legend were visible above the panel, it would look like a
// mistake.
TEST_F(OpenPanelsTest, Gallery_BeginsBelowTheBar) {
  presentOn({1280.0F, 720.0F});
  ImGui::GetIO().FontGlobalScale = 1.0F;
  panelNamed(state_, "gallery").open = true;
  frames(4);
  EXPECT_LE(placeOf("Gallery").Min.y, kBarEnd * ImGui::GetFontSize() + 1.0F);
}

TEST_F(OpenPanelsTest, NarrowExplanation_IsAsHighAsItsContents) {
  resize({1280.0F, 1000.0F});
  open({"explained"});
  frames(4);
  ASSERT_NE(scrolledPart(), nullptr);
  EXPECT_EQ(scrolledPart()->ScrollMax.y, 0.0F);
}

TEST_F(OpenPanelsTest, ExplanationInLargeType_KeepsItsButtonsAndShowsTheLists) {
  presentOn({1280.0F, 720.0F});
  open({"explained"});
  ImGuiWindow* const scrolled = scrolledPart();
  ASSERT_NE(scrolled, nullptr);
  EXPECT_LE(scrolled->ScrollMax.y, 4.0F * ImGui::GetFontSize()) << "at most the last lines";
  scrolled->Scroll.y = scrolled->ScrollMax.y;
  frames(2);
  const ImRect place = placeOf("The algorithm explained");
  for (const char* button : {"explained/next", "explained/play"}) {
    const WidgetPlace& at = places_.at(button);
    EXPECT_GE(static_cast<float>(at.y), place.Min.y) << button;
    EXPECT_LE(static_cast<float>(at.y + at.height), scrolled->Pos.y) << button;
  }
}

TEST_F(OpenPanelsTest, Textures_HaveTheHeightOfTheirImage) {
  resize({1280.0F, 720.0F});
  open({"textures"});
  frames(6);
  const WidgetPlace& image = places_.at("textures/picture");
  const gl::Texture& head = session_.simulation().cells().arrays()[0]->texture();
  const int scale = image.height / head.height();
  EXPECT_LT(image.height - scale * head.height(), scale) << "no empty strip below";
  EXPECT_LE(image.height, std::max(head.height() * scale, 12 * 13) + 1);
}

TEST_F(OpenPanelsTest, Textures_AreLargeEnoughToSeeTexels) {
  resize({1280.0F, 720.0F});
  session_.start(scenario::builtIn("dam-break"));
  open({"textures"});
  frames(6);
  const gl::Texture& mapping = session_.simulation().cells().mapping().texture();
  EXPECT_GE(places_.at("textures/picture").height, 2 * mapping.height());
}

TEST_F(OpenPanelsTest, Failure_IsNotCoveredByTheTools) {
  resize({640.0F, 400.0F});
  scenario::Scenario wild = session_.scenario();
  wild.fluid.gravity = {0.0, 0.0, -1e6};
  session_.change(wild);
  EXPECT_THROW(session_.advance(200, 100.0, {}), RunError);
  state_.journal.notice("engine", "this context has OpenGL 4.5, and its buffers hold the fluid");
  state_.journal.notice("keys and mouse", "F1");
  frames(4);
  EXPECT_FALSE(placeOf("notices").Overlaps(placeOf("failure")));
  const ImRect box = placeOf("failure");
  EXPECT_TRUE(screen().Contains(box));
  EXPECT_FALSE(box.Overlaps(placeOf("tools")));
  for (const char* button : {"failure/back", "failure/opened"}) {
    const WidgetPlace& place = places_.at(button);
    EXPECT_LE(place.x + place.width, 640) << button;
  }
}

// The fluid is the main content from the first picture on.
TEST_F(OpenPanelsTest, FirstSteps_AreALineBelowTheFluidWithTheTour) {
  state_.showsControls = state_.showsMeasurements = false;
  for (const glm::vec2 size : {glm::vec2(760.0F, 640.0F), glm::vec2(1152.0F, 720.0F)}) {
    resize(size);
    state_.show("first steps").begin(state_);
    for (const char* stroke : {"", "pull"}) {
      state_.stroke = stroke;
      forgetPlaces();
      frames(3);
      const ImRect card = placeOf("first steps");
      EXPECT_GT(card.GetHeight(), 0.0F) << "it goes on";
      EXPECT_LT(card.GetHeight(), 3.0F * ImGui::GetFontSize()) << size.x << stroke;
      EXPECT_GT(card.Min.y, size.y - 6.0F * ImGui::GetFontSize()) << size.x << stroke;
      EXPECT_TRUE(screen().Contains(card)) << size.x << stroke;
      EXPECT_FALSE(card.Overlaps(placeOf("timeline")));
      EXPECT_LE(size.y - static_cast<float>(area_.y), card.Min.y + 2.0F) << "below the picture";
      ASSERT_TRUE(places_.contains("first-steps/tour")) << size.x << stroke;
      const WidgetPlace& close = places_.at("first-steps/close");
      EXPECT_LE(static_cast<float>(close.x + close.width), card.Max.x) << size.x << stroke;
    }
    state_.stroke.clear();
  }
}

TEST_F(OpenPanelsTest, CardOfThePickedParticle_IsAboveTheAxes) {
  for (const glm::vec2 size : {glm::vec2(1280.0F, 720.0F), glm::vec2(1920.0F, 1080.0F)}) {
    resize(size);
    pickParticle(state_, 50);
    frames(4);
    const double text = render::annotationTextSize(area_.width, area_.height, ImGui::GetFontSize());
    EXPECT_LT(placeOf("picked").Max.y, size.y - static_cast<float>(area_.y + 7.4 * text)) << size.x;
  }
}

TEST_F(OpenPanelsTest, FirstPicture_HasTheNoticeInItsPlace) {
  resize({1280.0F, 720.0F});
  state_.showsControls = state_.showsMeasurements = false;
  state_.show("first steps").begin(state_);
  state_.journal.notice("keys and mouse", "F1");
  frames(1);
  const float first = placeOf("notices").Min.y;
  frames(3);
  EXPECT_NEAR(first, placeOf("notices").Min.y, 2.0F * ImGui::GetFontSize());
}

TEST_F(OpenPanelsTest, Notice_IsRightOfTheHeading) {
  resize({1152.0F, 720.0F});
  state_.showsControls = state_.showsMeasurements = false;
  state_.tool.chosen = "stir";
  state_.journal.notice("tilt", "the box springs back");
  frames(4);
  const ImRect notice = placeOf("notices"), heading = placeOf("heading");
  EXPECT_GT(notice.Min.x, heading.Max.x);
  EXPECT_NEAR(notice.Max.y, heading.Max.y, 2.0F) << "the fluid is below";
  EXPECT_FALSE(placeOf("tool").Overlaps(heading));
  EXPECT_FALSE(placeOf("tool").Overlaps(notice));
}

// In a narrow picture the legend is below the heading.
TEST_F(OpenPanelsTest, SettingsOfATool_LeaveTheLegendFree) {
  resize({1152.0F, 648.0F});
  for (const bool isSlim : {false, true}) {
    state_.showsControls = state_.showsMeasurements = !isSlim;
    state_.tool.chosen = "camera";
    frames(4);
    const float before = state_.headingEnd;
    state_.tool.chosen = "stir";
    frames(4);
    const float picture = isSlim ? placeOf("bar").Max.y : 0.0F;
    EXPECT_GE(picture + state_.headingEnd * ImGui::GetFontSize(), placeOf("tool").Max.y - 1.0F);
    state_.tool.chosen = "camera";
    frames(4);
    EXPECT_EQ(state_.headingEnd, before);
  }
}

TEST_F(OpenPanelsTest, Notice_IsAboveTheCard) {
  for (const glm::vec2 size : {glm::vec2(640.0F, 400.0F), glm::vec2(1280.0F, 720.0F)}) {
    resize(size);
    state_.show("first steps").begin(state_);
    state_.journal.notice("engine", "this context has OpenGL 4.5, and its buffers hold the fluid");
    frames(4);
    EXPECT_GT(placeOf("first steps").GetHeight(), 20.0F);
    EXPECT_FALSE(placeOf("notices").Overlaps(placeOf("first steps"))) << size.x;
    EXPECT_TRUE(screen().Contains(placeOf("notices"))) << size.x;
  }
}

TEST_F(OpenPanelsTest, Heading_IsWideEnoughAtOnce) {
  resize({1280.0F, 720.0F});
  frames(1);
  const float width = placeOf("heading").GetWidth();
  EXPECT_GT(width, 10.0F * ImGui::GetFontSize());
  frames(3);
  EXPECT_EQ(placeOf("heading").GetWidth(), width);
}

TEST_F(OpenPanelsTest, Tooltip_WaitsAndLeavesItsPanelVisible) {
  for (const glm::vec2 size : {glm::vec2(640.0F, 400.0F), glm::vec2(1280.0F, 720.0F)}) {
    resize(size);
    ImGui::GetIO().MousePos = {-1.0F, -1.0F};
    frames(4);
    const WidgetPlace& place = places_.at("run/steps-per-frame");
    ImGui::GetIO().MousePos = {static_cast<float>(place.x + 5), static_cast<float>(place.y + 5)};
    frames(4);
    EXPECT_EQ(placeOf("##Tooltip_00").GetWidth(), 0.0F) << "0.3 s are too early";
    frames(5);
    const ImRect tip = placeOf("##Tooltip_00");
    EXPECT_GT(tip.GetWidth(), 20.0F);
    EXPECT_FALSE(tip.Overlaps(placeOf("Controls"))) << size.x;
    EXPECT_TRUE(screen().Contains(tip)) << size.x;
  }
}

}  // namespace
}  // namespace gpubuck::demo
