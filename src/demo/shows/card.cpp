#include "demo/shows/card.h"

#include <imgui.h>

#include <algorithm>

namespace gpubuck::demo {

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
