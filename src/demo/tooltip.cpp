#include "demo/tooltip.h"

#include <imgui.h>

namespace gpubuck::demo {

void tooltip(const std::string& text) {
  constexpr float kWidth = 30.0F;  // em
  // While a button is down the user drags, and a tooltip would hide what it changes.
  if (text.empty() || ImGui::IsMouseDown(ImGuiMouseButton_Left) ||
      !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
    return;
  }
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ImGui::GetFontSize() * kWidth);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

}  // namespace gpubuck::demo
