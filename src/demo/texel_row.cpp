#include "demo/texel_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "demo/tooltip.h"
#include "demo/widget_map.h"

namespace gpubuck::demo {
namespace {

// In em.
constexpr float kLabel = 4.6F;
constexpr float kWidth = 2.0F;
constexpr float kHeight = 2.1F;
constexpr float kStrip = 0.45F;
constexpr float kGap = 0.3F;
constexpr float kIndexSize = 0.72F;
constexpr float kAbove = 0.95F;

constexpr ImU32 kBox = IM_COL32(46, 50, 60, 255);
constexpr ImU32 kBorder = IM_COL32(92, 98, 112, 255);
constexpr ImU32 kChanged = IM_COL32(255, 204, 77, 255);
constexpr ImU32 kText = IM_COL32(240, 242, 246, 255);
constexpr ImU32 kDim = IM_COL32(130, 136, 148, 255);
constexpr ImU32 kVisited = IM_COL32(110, 220, 140, 255);

unsigned channel(texel::IdTexel texel, unsigned number) { return texel >> 8 * number & 0xFF; }

ImU32 colourOf(texel::IdTexel texel) {
  return IM_COL32(channel(texel, 0), channel(texel, 1), channel(texel, 2), 255);
}

/// The box's own colour with a touch of the texel's.
ImU32 tinted(texel::IdTexel texel) {
  const ImVec4 box = ImGui::ColorConvertU32ToFloat4(kBox);
  const ImVec4 own = ImGui::ColorConvertU32ToFloat4(colourOf(texel));
  constexpr float kShare = 0.18F;
  const auto mix = [](float a, float b) { return a + kShare * (b - a); };
  return ImGui::ColorConvertFloat4ToU32(
      {mix(box.x, own.x), mix(box.y, own.y), mix(box.z, own.z), 1});
}

std::string textOf(const TexelRowView& view, texel::IdTexel texel) {
  if (view.flags) return texel::hasFlag(texel) ? "●" : "○";
  const int id = texel::decodeSignedId(texel);
  return id < 0 ? "/" : fmt::format("{}", id);
}

std::string explain(const TexelRowView& view, std::size_t i) {
  const texel::IdTexel texel = view.row.texels[i];
  std::string text =
      fmt::format("{} {}\nR {}   G {}   B {}   A {}\n", view.each, i, channel(texel, 0),
                  channel(texel, 1), channel(texel, 2), channel(texel, 3));
  if (view.flags) {
    text += texel::hasFlag(texel) ? "A is 255: visited, the element is in its list"
                                  : "A is 0: not visited, the element is not in its list";
  } else if (texel::decodeSignedId(texel) < 0) {
    text += "R, G and B are 255: NULL";
  } else {
    text += fmt::format("R + 256 G + 65536 B = {}", texel::decodeSignedId(texel));
  }
  if (view.editable) text += "\n\nClick: next bucket. Drag up or down: any bucket.";
  return text;
}

void centredText(const ImVec2& centre, float size, ImU32 colour, const std::string& text) {
  ImFont* font = ImGui::GetFont();
  const ImVec2 extent = font->CalcTextSizeA(size, FLT_MAX, 0.0F, text.c_str());
  ImGui::GetWindowDrawList()->AddText(
      font, size, {std::round(centre.x - extent.x / 2), std::round(centre.y - extent.y / 2)},
      colour, text.c_str());
}

void drawBox(const TexelRowView& view, std::size_t i, const ImVec2& low, const ImVec2& high) {
  const float em = ImGui::GetFontSize();
  const texel::IdTexel texel = view.row.texels[i];
  const bool dimmed = i < view.dimmed.size() && view.dimmed[i];
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float middle = (low.x + high.x) / 2;
  const float strip = view.flags ? high.y : high.y - kStrip * em;
  const float round = 0.2F * em;
  list->AddRectFilled(low, high, view.flags ? kBox : tinted(texel), round);
  if (!view.flags) {
    list->AddRectFilled({low.x, strip}, high, colourOf(texel), round,
                        ImDrawFlags_RoundCornersBottom);
    list->AddLine({low.x, strip}, {high.x, strip}, kBorder);
  }
  const bool changed = view.flags ? flagChanged(view.row, i) : idChanged(view.row, i);
  list->AddRect(low, high, changed ? kChanged : kBorder, round, 0, (changed ? 0.16F : 0.07F) * em);
  const ImU32 text = dimmed ? kDim : view.flags && texel::hasFlag(texel) ? kVisited : kText;
  centredText({middle, (low.y + strip) / 2}, em, text, textOf(view, texel));
}

std::optional<TexelEdit> editOf(std::size_t i, ImGuiID id, bool clicked) {
  // Pixels of a drag that are one step, in em.
  constexpr float kStep = 0.8F;
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  if (ImGui::IsItemActivated()) storage.SetBool(id, false);
  if (clicked && !storage.GetBool(id)) return TexelEdit{i, 1, true};
  if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left)) return {};
  const float dragged = ImGui::GetMouseDragDelta().y;
  const int step = static_cast<int>(-dragged / (kStep * ImGui::GetFontSize()));
  if (step == 0) return {};
  storage.SetBool(id, true);
  ImGui::ResetMouseDragDelta();
  return TexelEdit{i, step, false};
}

}  // namespace

DrawnRow drawTexelRow(const TexelRowView& view) {
  const float em = ImGui::GetFontSize();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float right = start.x + ImGui::GetContentRegionAvail().x;
  const float left = start.x + kLabel * em;
  const float pitch = (kWidth + kGap) * em;
  const std::size_t perLine =
      static_cast<std::size_t>(std::max(1.0F, std::floor((right - left + kGap * em) / pitch)));
  const float above = view.flags ? 0.0F : kAbove * em;
  const float height = (view.flags ? kHeight - kStrip : kHeight) * em;
  const float line = above + height + kGap * em;

  ImGui::SetCursorScreenPos({start.x, start.y + above + (height - em) / 2});
  ImGui::TextUnformatted(view.label.c_str());
  tooltip(view.help);

  DrawnRow drawn;
  const std::size_t count = view.row.texels.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t column = i % perLine;
    const std::size_t row = i / perLine;
    const ImVec2 low{left + static_cast<float>(column) * pitch,
                     start.y + static_cast<float>(row) * line + above};
    const ImVec2 high{low.x + kWidth * em, low.y + height};
    const float middle = (low.x + high.x) / 2;
    if (!view.flags) {
      centredText({middle, low.y - above / 2}, kIndexSize * em, kDim, fmt::format("{}", i));
    }
    const std::string mark = fmt::format("{}/{}", view.mark, i);
    ImGui::SetCursorScreenPos(low);
    const bool clicked = ImGui::InvisibleButton(mark.c_str(), {high.x - low.x, high.y - low.y});
    markWidget(mark.c_str());
    if (view.editable) {
      if (const std::optional<TexelEdit> edit = editOf(i, ImGui::GetID(mark.c_str()), clicked))
        drawn.edit = edit;
      if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    tooltip(explain(view, i));
    drawBox(view, i, low, high);
    drawn.tops.push_back({middle, low.y - above});
    drawn.bottoms.push_back({middle, high.y});
  }
  const std::size_t lines = std::max<std::size_t>(1, (count + perLine - 1) / perLine);
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({right - start.x, static_cast<float>(lines) * line});
  return drawn;
}

void drawArrow(const ImVec2& from, const ImVec2& to, const ImVec4& colour, bool strong) {
  const float em = ImGui::GetFontSize();
  const ImU32 paint =
      ImGui::ColorConvertFloat4ToU32({colour.x, colour.y, colour.z, strong ? 1.0F : 0.42F});
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float tip = 0.45F * em;
  const float bend = 0.5F * (to.y - from.y);
  const ImVec2 end{to.x, to.y - tip};
  list->AddBezierCubic(from, {from.x, from.y + bend}, {end.x, end.y - bend}, end, paint,
                       (strong ? 0.16F : 0.1F) * em);
  list->AddTriangleFilled({to.x, to.y}, {to.x - 0.3F * em, end.y}, {to.x + 0.3F * em, end.y},
                          paint);
}

ImVec4 bucketColour(int bucket) {
  // Neighbours differ by the golden section of the circle of hues.
  constexpr float kTurn = 0.618034F;
  const float hue = std::fmod(0.55F + kTurn * static_cast<float>(bucket), 1.0F);
  return ImColor::HSV(hue, 0.55F, 0.95F);
}

}  // namespace gpubuck::demo
