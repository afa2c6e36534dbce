// The contrast of all that is written in the window, in both themes.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "demo/drawn_panels.h"
#include "demo/view/pick_marks.h"
#include "demo/widgets/plot.h"
#include "demo/widgets/theme.h"

namespace gpubuck::demo {
namespace {

/// A triangle that Dear ImGui draws. Its colours are interpolated between the corners.
struct Triangle {
  std::array<ImDrawVert, 3> corners;
  ImVec4 clip;

  /// Returns the colour of the triangle at a place; alpha is 0 outside of the triangle.
  ImVec4 at(const ImVec2& place) const {
    if (place.x < clip.x || place.y < clip.y || place.x >= clip.z || place.y >= clip.w) return {};
    const ImVec2 &a = corners[0].pos, &b = corners[1].pos, &c = corners[2].pos;
    const float area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (area == 0.0F) return {};
    const float v = ((place.x - a.x) * (c.y - a.y) - (c.x - a.x) * (place.y - a.y)) / area;
    const float w = ((b.x - a.x) * (place.y - a.y) - (place.x - a.x) * (b.y - a.y)) / area;
    if (v < 0.0F || w < 0.0F || v + w > 1.0F) return {};
    ImVec4 sum;
    for (const auto& [corner, share] :
         {std::pair{0, 1.0F - v - w}, std::pair{1, v}, std::pair{2, w}}) {
      const ImVec4 colour =
          ImGui::ColorConvertU32ToFloat4(corners.at(static_cast<std::size_t>(corner)).col);
      sum = {sum.x + share * colour.x, sum.y + share * colour.y, sum.z + share * colour.z,
             sum.w + share * colour.w};
    }
    return sum;
  }
};

ImVec4 over(const ImVec4& below, const ImVec4& above) {
  const auto mix = [&](float from, float to) { return from + above.w * (to - from); };
  return {mix(below.x, above.x), mix(below.y, above.y), mix(below.z, above.z), 1.0F};
}

class ContrastTest : public DrawnPanelsTest {
 protected:
  ContrastTest() { resize({1500.0F, 2400.0F}); }

  void use(bool isLight) { setThemeColours(ImGui::GetStyle(), isLight); }

  /// Reports a failure if letters of the last picture have too low a contrast.
  void expectLegible(const std::string& what) {
    std::map<std::string, std::string> faint;
    std::vector<Triangle> ground;
    std::size_t letters = 0;
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int n = 0; n < data.CmdListsCount; ++n) {
      const ImDrawList& list = *data.CmdLists[n];
      for (const ImDrawCmd& command : list.CmdBuffer) {
        for (unsigned k = 0; k + 2 < command.ElemCount; k += 3) {
          Triangle triangle{.corners = {}, .clip = command.ClipRect};
          for (unsigned corner = 0; corner < 3; ++corner) {
            const ImDrawIdx index =
                list.IdxBuffer[static_cast<int>(command.IdxOffset + k + corner)];
            triangle.corners.at(corner) =
                list.VtxBuffer[static_cast<int>(command.VtxOffset + index)];
          }
          if (!isLetter(triangle)) {
            ground.push_back(triangle);
            continue;
          }
          k += 3;  // skips the other triangle of the letter
          letters += tellIfFaint(triangle, ground, faint) ? 1U : 0U;
        }
      }
    }
    EXPECT_GT(letters, 100U) << what;
    for (const auto& [colours, text] : faint) ADD_FAILURE() << what << ": " << colours << text;
  }

 private:
  /// Returns whether the texture of a triangle is a glyph, not the white of areas or the soft side
  /// of lines.
  static bool isLetter(const Triangle& triangle) {
    const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    const ImVec2& at = triangle.corners[0].uv;
    if (at.x == atlas.TexUvWhitePixel.x && at.y == atlas.TexUvWhitePixel.y) return false;
    const ImFontAtlasCustomRect& lines = atlas.CustomRects[atlas.PackIdLines];
    const float x = at.x * static_cast<float>(atlas.TexWidth);
    const float y = at.y * static_cast<float>(atlas.TexHeight);
    return x < lines.X || y < lines.Y || x > float(lines.X + lines.Width) ||
           y > float(lines.Y + lines.Height);
  }

  static char characterOf(const Triangle& triangle) {
    const ImVec2& at = triangle.corners[0].uv;
    for (const ImFontGlyph& glyph : ImGui::GetIO().Fonts->Fonts[0]->Glyphs) {
      if (glyph.U0 == at.x && glyph.V0 == at.y) return static_cast<char>(glyph.Codepoint);
    }
    return '?';
  }

  /// If the contrast of a letter is too low, adds the letter to the text in `faint` that has the
  /// same contrast and colours. Returns whether the letter is to be judged. Letters of disabled
  /// controls are not judged: they are faint on purpose, and WCAG leaves them out.
  bool tellIfFaint(const Triangle& letter, const std::vector<Triangle>& ground,
                   std::map<std::string, std::string>& faint) const {
    const ImVec4 ink = ImGui::ColorConvertU32ToFloat4(letter.corners[0].col);
    if (ink.w < ImGui::GetStyle().DisabledAlpha + 0.05F) return false;
    const ImVec2 &a = letter.corners[0].pos, &c = letter.corners[2].pos;
    const ImVec2 centre(0.5F * (a.x + c.x), 0.5F * (a.y + c.y));
    const ImVec4& clip = letter.clip;
    // Letters that are hidden, or that the edge of a scrolling part cuts through, are not judged,
    // either.
    if (a.x < clip.x || a.y < clip.y || c.x > clip.z || c.y > clip.w) return false;
    ImVec4 below = isLightTheme() ? ImVec4(1, 1, 1, 1) : ImVec4(0, 0, 0, 1);
    for (const Triangle& each : ground) {
      const ImVec4 above = each.at(centre);
      if (above.w > 0.0F) below = over(below, above);
    }
    const ImVec4 shown = over(below, ink);
    const float contrast = contrastOf(shown, below);
    if (contrast >= kLeastContrast) return true;
    const auto text = [](const ImVec4& colour) {
      return fmt::format("({:.2f} {:.2f} {:.2f})", colour.x, colour.y, colour.z);
    };
    faint[fmt::format("{:.1f}, {} on {}: ", contrast, text(shown), text(below))] +=
        characterOf(letter);
    return true;
  }
};

TEST_F(ContrastTest, AllPanels_AreLegibleInBothThemes) {
  for (const bool isLight : {true, false}) {
    use(isLight);
    pickParticle(state_, 50);
    for (const Panel& panel : state_.panels) {
      open({panel.name});
      session_.advance(2, 100.0, {});
      followPicked(state_);
      frames(2);
      expectLegible(panel.name + (isLight ? ", light" : ", dark"));
    }
  }
}

TEST_F(ContrastTest, TextOfTheTheme_IsLegibleOnAllItsGrounds) {
  for (const bool isLight : {true, false}) {
    use(isLight);
    const ImVec4* const colours = ImGui::GetStyle().Colors;
    for (const ImGuiCol ground :
         {ImGuiCol_WindowBg, ImGuiCol_PopupBg, ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered,
          ImGuiCol_FrameBgActive, ImGuiCol_Header, ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive,
          ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive, ImGuiCol_TitleBgActive}) {
      EXPECT_GE(contrastOf(colours[ImGuiCol_Text], colours[ground]), kLeastContrast)
          << ImGui::GetStyleColorName(ground) << (isLight ? ", light" : ", dark");
    }
    for (const ImGuiCol ground : {ImGuiCol_WindowBg, ImGuiCol_PopupBg, ImGuiCol_FrameBg}) {
      EXPECT_GE(contrastOf(colours[ImGuiCol_TextDisabled], colours[ground]), kLeastContrast)
          << ImGui::GetStyleColorName(ground) << (isLight ? ", light" : ", dark");
    }
    for (std::size_t n = 0; n < 6; ++n) {
      EXPECT_GE(
          contrastOf(ImGui::ColorConvertU32ToFloat4(seriesColour(n)), colours[ImGuiCol_FrameBg]),
          kLeastContrast)
          << "series " << n << (isLight ? ", light" : ", dark");
    }
  }
}

TEST_F(ContrastTest, LegibleColours_ChangeNoMoreThanNeeded) {
  // These values are known: black on white has a contrast of 21, black has luminance 0 and white 1.
  EXPECT_FLOAT_EQ(contrastOf({0, 0, 0, 1}, {1, 1, 1, 1}), 21.0F);
  EXPECT_FLOAT_EQ(contrastOf({1, 1, 1, 1}, {1, 1, 1, 1}), 1.0F);
  // Pure red of sRGB has the luminance 0.2126, so its contrast with black is (0.2126 + 0.05) /
  // 0.05.
  EXPECT_NEAR(contrastOf({1, 0, 0, 1}, {0, 0, 0, 1}), 5.252F, 1e-3F);
  for (const bool isLight : {true, false}) {
    use(isLight);
    const ImVec4 ground = ImGui::GetStyleColorVec4(ImGuiCol_FrameBg);
    for (int step = 0; step < 512; ++step) {
      const ImU32 colour =
          IM_COL32(36 * (step % 8), 36 * (step / 8 % 8), 36 * (step / 64), 10 + step % 200);
      const ImU32 changed = legible(colour, ImGuiCol_FrameBg);
      const float before = contrastOf(ImGui::ColorConvertU32ToFloat4(colour), ground);
      const float now = contrastOf(ImGui::ColorConvertU32ToFloat4(changed), ground);
      EXPECT_EQ(changed & IM_COL32_A_MASK, colour & IM_COL32_A_MASK) << step;
      if (before >= kLeastContrast) {
        EXPECT_EQ(changed, colour) << step;
      } else {
        EXPECT_GE(now, kLeastContrast) << step;
        EXPECT_LT(now, 1.1F * kLeastContrast) << step;
      }
    }
  }
}

}  // namespace
}  // namespace gpubuck::demo
