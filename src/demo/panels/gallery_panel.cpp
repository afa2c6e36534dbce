// The gallery: a picture, a title and a sentence for every scenario, which opens with a click.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/number.h"
#include "demo/actions/actions.h"
#include "demo/panels/gallery.h"
#include "demo/widgets/form.h"
#include "render/canvas.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

// In em.
constexpr float kLeastWidth = 12.0F, kTextHeight = 7.6F, kGap = 0.7F;
constexpr float kAspect = 200.0F / 320.0F;

/// The text of a card, and its picture at the size shown.
struct Card {
  std::string name, title, sentence, particles;
  gl::Texture picture;
};

class GalleryPanel {
 public:
  void draw(DemoState& state) {
    const float em = ImGui::GetFontSize();
    const float room = ImGui::GetContentRegionAvail().x + kGap * em;
    const int columns = std::max(1, static_cast<int>(room / ((kLeastWidth + kGap) * em)));
    // The cards fill the row. Their width changes in steps, so that resizing rarely scales all
    // pictures again.
    const float fitting = room / static_cast<float>(columns) - kGap * em;
    make(std::max(kLeastWidth, std::floor(2.0F * fitting / em) / 2.0F) * em);
    for (std::size_t k = 0; k < cards_.size(); ++k) {
      if (k % static_cast<std::size_t>(columns) != 0) ImGui::SameLine(0.0F, kGap * em);
      drawCard(state, cards_[k]);
    }
  }

 private:
  /// Scales the pictures once for each width.
  void make(float width) {
    if (width == width_) return;
    width_ = width;
    cards_.clear();
    const int across = static_cast<int>(width), down = static_cast<int>(width * kAspect);
    for (const GalleryEntry& entry : gallery()) {
      const scenario::Scenario shown = scenario::builtIn(entry.name);
      cards_.push_back({entry.name, entry.title, shown.description,
                        groupDigits(scenario::particleCount(shown)) + " particles",
                        render::textureOf(fitted(pictureOf(entry.name), across, down))});
    }
  }

  void drawCard(DemoState& state, const Card& card) {
    const float em = ImGui::GetFontSize(), margin = 0.4F * em;
    const float pictureHeight = static_cast<float>(card.picture.height());
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size(width_, pictureHeight + kTextHeight * em);
    ImGui::PushID(card.name.c_str());
    const bool pressed = ImGui::InvisibleButton("card", size);
    ImGui::PopID();
    markWidget("gallery/" + card.name);
    ImDrawList& canvas = *ImGui::GetWindowDrawList();
    const ImVec2 end(corner.x + size.x, corner.y + size.y);
    const float rounding = ImGui::GetStyle().FrameRounding;
    canvas.AddRectFilled(
        corner, end,
        ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
        rounding);
    canvas.AddImage(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(card.picture.id())),
                    corner, {corner.x + size.x, corner.y + pictureHeight});
    const auto write = [&](float y, ImGuiCol colour, const std::string& text) {
      canvas.AddText({corner.x + margin, y}, ImGui::GetColorU32(colour), text.c_str());
    };
    const float y = corner.y + pictureHeight + margin;
    write(y, ImGuiCol_Text, card.title);
    write(y + 1.3F * em, ImGuiCol_TextDisabled, wrapped(card.sentence, width_ - 2.0F * margin));
    write(end.y - margin - em, ImGuiCol_TextDisabled, card.particles);
    if (state.session.scenario().name == card.name) {
      canvas.AddRect(corner, end, ImGui::GetColorU32(ImGuiCol_CheckMark), rounding, 0, 2.0F);
    }
    if (!pressed) return;
    openScenario(state, card.name);
    panelNamed(state, "gallery").open = false;
  }

  float width_ = 0.0F;
  std::vector<Card> cards_;
};

}  // namespace

DrawPanel galleryPanel() { return drawing<GalleryPanel>(); }

}  // namespace gpubuck::demo
