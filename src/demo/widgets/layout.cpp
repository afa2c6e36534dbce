#include "demo/widgets/layout.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace gpubuck::demo {
namespace {

// The sheet at the bottom of a narrow window takes this share of the window's height.
constexpr float kSheet = 0.46F;
// A side panel takes at most this share of the window's width, so that the fluid keeps half of the
// window next to the tools.
constexpr float kSide = 0.37F;

}  // namespace

WorkArea::WorkArea()
    : right_(ImGui::GetIO().DisplaySize.x), bottom_(ImGui::GetIO().DisplaySize.y) {}

void WorkArea::place(Side side, float em, float top) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(em * ImGui::GetFontSize(), kSide * screen.x);
  if (width < em * ImGui::GetFontSize() && screen.y > screen.x) {
    const float height = std::round(kSheet * bottom_);
    bottom_ -= height;
    ImGui::SetNextWindowPos({left_, bottom_});
    ImGui::SetNextWindowSize({right_ - left_, height});
    return;
  }
  ImGui::SetNextWindowPos({side == Side::Left ? left_ : right_ - width, top});
  ImGui::SetNextWindowSize({width, bottom_ - top});
  if (side == Side::Left) {
    left_ += width;
  } else {
    right_ -= width;
  }
}

void beginCard(const CardPlace& card) {
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({0.5F * (card.left + card.right), card.lowerEnd}, ImGuiCond_Always,
                          {0.5F, 1.0F});
  ImGui::SetNextWindowSize({std::min(card.width * em, card.right - card.left - em), 0.0F});
  ImGui::Begin(card.name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
}

}  // namespace gpubuck::demo
