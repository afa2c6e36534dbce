#include "demo/colour_legend.h"

#include <fmt/format.h>
#include <imgui.h>

#include "demo/fluid_view.h"
#include "demo/form.h"
#include "render/ramp.h"

namespace gpubuck::demo {
namespace {

ImU32 toImGui(const glm::vec3& colour) {
  return ImGui::ColorConvertFloat4ToU32(ImVec4(colour.r, colour.g, colour.b, 1.0F));
}

void drawSwatchWith(const glm::vec3& colour, const char* meaning) {
  drawSwatch(colour);
  ImGui::TextUnformatted(meaning);
}

/// The colours of the ramp from `first` to `last`, both 0..1, between two texts.
void drawRamp(float first, float last, const std::string& atFirst, const std::string& atLast) {
  constexpr int kParts = 32;
  const float height = 0.8F * ImGui::GetFontSize();
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const auto colourAt = [&](int part) {
    const float share = static_cast<float>(part) / static_cast<float>(kParts);
    return toImGui(render::rampColour(first + share * (last - first)));
  };
  for (int part = 0; part < kParts; ++part) {
    const float left = corner.x + width * static_cast<float>(part) / kParts;
    const float right = corner.x + width * static_cast<float>(part + 1) / kParts;
    ImGui::GetWindowDrawList()->AddRectFilledMultiColor(
        {left, corner.y}, {right, corner.y + height}, colourAt(part), colourAt(part + 1),
        colourAt(part + 1), colourAt(part));
  }
  ImGui::Dummy({width, height});
  ImGui::TextUnformatted(atFirst.c_str());
  ImGui::SameLine();
  const float textWidth = ImGui::CalcTextSize(atLast.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - textWidth);
  ImGui::TextUnformatted(atLast.c_str());
}

}  // namespace

void drawSwatch(const glm::vec3& colour) {
  const float side = 0.8F * ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float top = corner.y + 0.5F * (ImGui::GetFrameHeight() - side);
  ImGui::GetWindowDrawList()->AddRectFilled({corner.x, top}, {corner.x + side, top + side},
                                            toImGui(colour));
  ImGui::Dummy({side, ImGui::GetFrameHeight()});
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
}

void drawColourLegend(const DemoState& state) {
  const float scale = colourScale(state);
  switch (state.look.colouring) {
    case render::Colouring::Species:
      return;
    case render::Colouring::Speed:
      drawRamp(0.0F, 1.0F, "at rest", fmt::format("{:.3g} or faster", scale));
      return;
    case render::Colouring::Cell:
      dimParagraph("Every cell has an arbitrary colour of its own.");
      return;
    case render::Colouring::ListDepth:
      drawSwatchWith(render::kSignalColour, "head of its cell's list");
      drawRamp(1.0F, 0.0F, "next to the head", fmt::format("place {:.0f} or behind", scale));
      return;
    case render::Colouring::Moved:
      drawSwatchWith(render::kSignalColour, "came to another cell");
      drawSwatchWith(render::kMutedColour, "stayed in its cell");
      return;
  }
}

}  // namespace gpubuck::demo
