// The tour in the window: its column, and the drawers that open during it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "demo/drawn_panels.h"
#include "demo/shows/tour.h"
#include "demo/ui/actions/shortcuts.h"
#include "demo/view/pick_marks.h"
#include "demo/widgets/theme.h"

namespace gpubuck::demo {
namespace {

class TourWindowTest : public DrawnPanelsTest {
 protected:
  TourWindowTest() { resize({1280.0F, 720.0F}); }

  /// Begins the tour at the scene with this title.
  void beginAt(const std::string& title) {
    Show& tour = state_.show("tour");
    tour.begin(state_);
    run();
    frames(2);
    const auto scene = std::ranges::find(tourScenes(), title, &TourScene::title);
    tour.go(state_, static_cast<int>(scene - tourScenes().begin()));
    run();
    frames(3);
  }
  void run() {
    state_.runPending();
    if (state_.pendingFluid) continuePendingFluid(state_, 1000.0);
  }
  /// Adds the font of titles.
  static void addTitles() {
    ImFontConfig config;
    config.SizePixels = 20.0F;
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    fonts.AddFontDefault(&config);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    fonts.GetTexDataAsRGBA32(&pixels, &width, &height);
  }
  void press(const char* keys) {
    for (const Shortcut& shortcut : shortcuts()) {
      if (shortcut.keys == keys) shortcut.run(state_);
    }
    run();
    frames(3);
  }
};

/// A show that changes the look in each picture.
class ChangingShow : public Show {
 public:
  ChangingShow() : Show("changing") {}
  void begin(DemoState& /*state*/) override {}
  void end(DemoState& /*state*/) override {}
  bool isPlaying() const override { return true; }
  void update(DemoState& state, double /*seconds*/) override { ++state.look.rounds; }
  float draw(DemoState& /*state*/, WorkArea& free) override { return free.bottom(); }
};

TEST_F(TourWindowTest, Panels_ShowTheLookThatTheFluidHas) {
  state_.shows.push_back(std::make_unique<ChangingShow>());
  int inPanel = -1;
  panelNamed(state_, "look").draw = [&](DemoState& state) { inPanel = state.look.rounds; };
  open({"look"});
  EXPECT_EQ(inPanel, state_.look.rounds);
}

TEST_F(TourWindowTest, KeysOfDrawers_OpenAndCloseThemAtTheLeft) {
  state_.showsControls = state_.showsMeasurements = false;
  state_.drawer = "algorithm";
  beginAt("Cells");
  EXPECT_EQ(placeOf("drawer algorithm").GetWidth(), 0.0F) << "the tour needs the room";
  const int width = area_.width;
  press("F6");
  EXPECT_EQ(placeOf("drawer look").Min.x, 0.0F);
  EXPECT_FALSE(placeOf("drawer look").Overlaps(placeOf("tour")));
  EXPECT_LT(area_.width, width);
  press("F7");
  EXPECT_GT(placeOf("drawer physics").GetWidth(), 0.0F);
  EXPECT_EQ(placeOf("drawer look").GetWidth(), 0.0F);
  press("F7");
  EXPECT_EQ(area_.width, width);
  press("F6");
  press("Esc");
  EXPECT_EQ(state_.drawer, "");
}

TEST_F(TourWindowTest, TextCountsAndCard_GrowWithTheRoomOfTheColumn) {
  addTitles();
  for (const char* scene : {"Cells", "Mapping", "Rounds", "Search"}) {
    forgetPlaces();
    const auto heightOf = [&](const glm::vec2& size, const char* widget) {
      resize(size);
      frames(4);
      return places_.contains(widget) ? static_cast<float>(places_.at(widget).height) : 0.0F;
    };
    beginAt(scene);
    session_.advance(1, 100.0, {});
    const glm::vec2 low(1280.0F, 300.0F), high(1280.0F, 720.0F);
    // The column is hardly wider than the card, whose text grows less for that.
    constexpr float kTimes = 1.3F, kTimesOfCard = 1.1F;
    const float usual = heightOf(low, "tour/text"), chart = heightOf(low, "tour/scatters"),
                card = placeOf("picked").GetHeight();
    EXPECT_GE(heightOf(high, "tour/text"), kTimes * usual) << scene;
    EXPECT_GE(heightOf(high, "tour/scatters"), kTimes * chart) << scene;
    EXPECT_GE(placeOf("picked").GetHeight(), kTimesOfCard * card) << scene;
    press("Esc");
  }
  beginAt("Search");
  const WidgetPlace& last = places_.at("view/large-type");
  const ImRect card = placeOf("picked");
  EXPECT_NEAR(card.Min.y, static_cast<float>(last.y + last.height), 20.0F) << "below the text";
  EXPECT_LE(card.GetHeight(), kCardHeight * 1.5F * ImGui::GetFontSize());
  EXPECT_TRUE(placeOf("tour").Contains(card));
  resize({1280.0F, 400.0F});
  frames(4);
  EXPECT_TRUE(screen().Contains(placeOf("picked"))) << "over the text if there is no room";
}

TEST_F(TourWindowTest, Search_OffersAParticleAfterAClickOnNone) {
  beginAt("Search");
  forgetPlaces();
  frames(1);
  EXPECT_FALSE(places_.contains("tour/pick"));
  pickParticle(state_, std::nullopt);
  frames(2);
  click("tour/pick");
  EXPECT_NE(state_.picking.picked(), nullptr);
}

TEST_F(TourWindowTest, Tools_AreHiddenDuringTheTour) {
  frames(3);
  EXPECT_TRUE(places_.contains("tool/stir"));
  beginAt("Cells");
  forgetPlaces();
  frames(1);
  EXPECT_FALSE(places_.contains("tool/stir"));
  EXPECT_EQ(area_.x, 0);
  press("Esc");
  EXPECT_TRUE(places_.contains("tool/stir"));
}

TEST_F(TourWindowTest, Kiosk_InvitesInTheTypeOfTitles) {
  addTitles();
  state_.show("kiosk").begin(state_);
  frames(3);
  EXPECT_GE(places_.at("kiosk/invitation").height, 19);
  EXPECT_TRUE(screen().Contains(placeOf("kiosk")));
}

TEST_F(TourWindowTest, Neighbours_AreCountedForEachSpecies) {
  beginAt("Search");
  for (const std::int64_t element : {0, 700, 5'000, 8'192, 12'345}) {
    pickParticle(state_, element);
    const ParticleFacts& facts = *state_.picking.picked();
    std::int64_t all = 0;
    for (const auto& [species, near] : facts.nearOf) all += near;
    EXPECT_EQ(all, facts.around.near) << element;
    EXPECT_FALSE(nearText(facts, {}).ends_with("hidden"));
    EXPECT_TRUE(nearText(facts, {0, 1}).ends_with(fmt::format(", {} hidden", all)));
  }
}

TEST_F(TourWindowTest, EdgesOfCells_ContrastWithEachTheme) {
  for (const bool isLight : {false, true}) {
    setThemeColours(ImGui::GetStyle(), isLight);
    const glm::vec3 edge = edgeColour();
    EXPECT_GE(
        contrastOf({edge.r, edge.g, edge.b, 1.0F}, ImGui::GetStyle().Colors[ImGuiCol_WindowBg]),
        10.0F);
  }
}

}  // namespace
}  // namespace gpubuck::demo
