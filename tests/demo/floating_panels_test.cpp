// The places of the gallery, the explanations and the card of the picked particle, next to the
// other parts of the window.
#include "demo/drawn_panels.h"
#include "demo/view/pick_marks.h"

namespace gpubuck::demo {
namespace {

class FloatingPanelsTest : public DrawnPanelsTest {
 protected:
  FloatingPanelsTest() { state_.showsControls = state_.showsMeasurements = false; }

  void openPanel(const char* name) {
    panelNamed(state_, name).open = true;
    frames(4);
  }
  void pick(std::int64_t element) {
    pickParticle(state_, element);
    followPicked(state_);
  }
};

// Dear ImGui knows the size of a new window only after its first picture, which it does not show.
TEST_F(FloatingPanelsTest, CardOfThePickedParticle_IsWithinTheWindowInEachPicture) {
  resize({1280.0F, 720.0F});
  frames(2);
  pick(50);
  int shown = 0;
  for (int k = 0; k < 5; ++k) {
    frames(1);
    const ImGuiWindow* const card = ImGui::FindWindowByName("picked");
    ASSERT_NE(card, nullptr);
    if (card->Hidden) continue;
    ++shown;
    EXPECT_TRUE(screen().Contains(card->Rect())) << "picture " << k << " of the card";
  }
  EXPECT_GE(shown, 3);
}

TEST_F(FloatingPanelsTest, Gallery_HasTheWholeWidthAlsoNextToAPickedParticle) {
  resize({1280.0F, 720.0F});
  frames(2);
  pick(50);
  openPanel("gallery");
  EXPECT_GE(placeOf("Gallery").GetWidth(), 1280.0F - 2.0F * ImGui::GetFontSize());
}

TEST_F(FloatingPanelsTest, Gallery_GrowsWithTheWindow) {
  openPanel("gallery");
  resize({1280.0F, 720.0F});
  frames(3);
  EXPECT_GE(placeOf("Gallery").GetWidth(), 1280.0F - 2.0F * ImGui::GetFontSize());
}

TEST_F(FloatingPanelsTest, Gallery_EndsAboveTheNotices) {
  resize({1280.0F, 720.0F});
  openPanel("gallery");
  const float whole = placeOf("Gallery").Max.y;
  EXPECT_GT(whole, 700.0F);
  state_.journal.notice("slow", "22 steps/s; a smaller box is faster");
  frames(4);
  ASSERT_GT(placeOf("notices").GetWidth(), 0.0F);
  EXPECT_FALSE(placeOf("notices").Overlaps(placeOf("Gallery")));
  EXPECT_TRUE(screen().Contains(placeOf("notices")));
  EXPECT_GT(placeOf("Gallery").GetHeight(), 500.0F);
  clock_.pass(1000.0);
  frames(4);
  EXPECT_EQ(placeOf("notices").GetWidth(), 0.0F);
  EXPECT_EQ(placeOf("Gallery").Max.y, whole);
}

TEST_F(FloatingPanelsTest, Explanation_IsAsWideAsBeforeOnceTexturesAreClosed) {
  resize({1280.0F, 720.0F});
  ImGui::GetIO().FontGlobalScale = 21.0F / 13.0F;
  openPanel("explained");
  const float wide = placeOf("The algorithm explained").GetWidth();
  openPanel("textures");
  ASSERT_GT(placeOf("Textures of the fluid").GetWidth(), 0.0F);
  ASSERT_LT(placeOf("The algorithm explained").GetWidth(), wide);
  panelNamed(state_, "textures").open = false;
  frames(4);
  EXPECT_EQ(placeOf("The algorithm explained").GetWidth(), wide);
  // A size that the user has given it in the meantime stays.
  openPanel("textures");
  ImGui::SetWindowSize("The algorithm explained", {500.0F, 400.0F});
  frames(4);
  panelNamed(state_, "textures").open = false;
  frames(4);
  EXPECT_EQ(placeOf("The algorithm explained").GetWidth(), 500.0F);
}

// The drawer has the check boxes that open these panels.
TEST_F(FloatingPanelsTest, ExplanationAndTextures_LeaveTheDrawerFree) {
  state_.drawer = "algorithm";
  for (const float type : {1.0F, 21.0F / 13.0F}) {
    ImGui::GetIO().FontGlobalScale = type;
    for (const glm::vec2 size :
         {glm::vec2(1152.0F, 648.0F), glm::vec2(1280.0F, 720.0F), glm::vec2(1920.0F, 1080.0F)}) {
      resize(size);
      openPanel("explained");
      openPanel("textures");
      const ImRect drawer = placeOf("drawer algorithm"),
                   textures = placeOf("Textures of the fluid"),
                   explained = placeOf("The algorithm explained");
      ASSERT_GT(textures.GetWidth(), 0.0F);
      EXPECT_FALSE(textures.Overlaps(drawer)) << size.x << ' ' << type;
      EXPECT_FALSE(explained.Overlaps(drawer)) << size.x << ' ' << type;
      EXPECT_FALSE(textures.Overlaps(explained)) << size.x << ' ' << type;
      const bool isWide = size.x > 50.0F * ImGui::GetFontSize() + drawer.GetWidth();
      EXPECT_EQ(panelNamed(state_, "explained").open, isWide) << size.x << ' ' << type;
      for (const char* name : {"explained", "textures"}) {
        Panel& panel = panelNamed(state_, name);
        panel.open = false;
        panel.low = panel.high = glm::vec2(0.0F);  // as if the panel had not been open before
      }
      frames(1);
    }
  }
}

}  // namespace
}  // namespace gpubuck::demo
