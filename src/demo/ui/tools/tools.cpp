#include "demo/ui/tools/tools.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <glm/common.hpp>

#include "demo/ui/actions/tool_actions.h"
#include "demo/widgets/form.h"
#include "demo/widgets/theme.h"
#include "render/colour_map.h"

namespace gpubuck::demo {
namespace {

// In em.
constexpr float kButton = 2.2F;
constexpr float kBelowHeading = 0.3F;
constexpr float kBelow = 1.6F;     // least distance to the lower end of the window
constexpr float kSliders = 18.0F;  // width for a slider and its label

void beginBar(const char* name, float left, float width) {
  // The bar is placed by the height that the heading had in the last picture. The heading has more
  // lines while the fluid's box is tipped.
  const float em = ImGui::GetFontSize();
  const ImGuiWindow* const heading = ImGui::FindWindowByName("heading");
  const float headingEnd =
      heading != nullptr ? heading->Pos.y + heading->Size.y + kBelowHeading * em : 0.0F;
  ImGui::SetNextWindowPos({left, std::max(kHeadingEnd * em, headingEnd)});
  ImGui::SetNextWindowSize({width, 0.0F});
  ImGui::SetNextWindowBgAlpha(0.8F);
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_AlwaysAutoResize);
}

/// Returns how many buttons with sides of `side` fit into a column. The column ends above the
/// timeline, whose lower end is at `bottom`.
std::size_t rowsOfTools(float side, float bottom) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float room = bottom - (kHeadingEnd + kBelow) * ImGui::GetFontSize() -
                     2.0F * style.WindowPadding.y + style.ItemSpacing.y;
  return static_cast<std::size_t>(std::max(1.0F, room / (side + style.ItemSpacing.y)));
}

void drawButton(Display& display, const ToolRow& row, float side) {
  const bool isChosen = display.tool.chosen == row.tool;
  pushChoiceColours(isChosen, ImGui::GetStyleColorVec4(ImGuiCol_FrameBg));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (ImGui::Button(("##" + row.word()).c_str(), {side, side})) setTool(display, row.tool);
  ImGui::PopStyleColor(2);
  drawToolIcon(display, row.tool, {corner.x + 0.5F * side, corner.y + 0.5F * side}, 0.32F * side);
  markWidget("tool/" + row.word());
  tooltip(helpOf(display, row), row.label);
}

/// Draws the choice of the species to paint or add.
void drawToolSpecies(Display& display) {
  const auto& species = display.session.scenario().fluid.species;
  const auto colours = render::speciesColours(species);
  for (int k = 0; k < std::ssize(species); ++k) {
    const std::string& name = species[static_cast<std::size_t>(k)].name;
    ImGui::PushStyleColor(ImGuiCol_CheckMark, toImGui(colours[static_cast<std::size_t>(k)]));
    if (radioButton({"tool/species/" + name, name, settingAt("tool/species").help},
                    k == toolSpecies(display))) {
      setToolSpecies(display, k);
    }
    ImGui::PopStyleColor();
  }
}

void drawToolSettings(Display& display) {
  const ToolRow& row = rowOf(display.tool.chosen);
  ImGui::TextColored(ImGui::GetStyleColorVec4(ImGuiCol_CheckMark), "%s", row.label.c_str());
  settingWidget(display, "tool/reach");
  if (!row.strength.empty()) settingWidget(display, "tool/strength", "", row.strength);
  if (row.hasSpecies) drawToolSpecies(display);
  if (row.heats) settingWidget(display, "tool/temperatures");
}

}  // namespace

std::string helpOf(const Display& display, const ToolRow& row) {
  const dpd::Fluid& fluid = display.session.scenario().fluid;
  std::string help = fmt::format("{} ({})\n{}", row.label, row.key, row.help);
  const std::string why = whyNoTool(fluid, row.tool);
  if (!why.empty()) return help + "\nNo effect here: " + why + ".";
  return row.tool == kTiltTool ? help + " " + tiltLimits(fluid.box) : help;
}

glm::vec3 colourOf(const Display& display, PointerTool tool) {
  const ToolRow& row = rowOf(tool);
  if (!row.hasSpecies) return row.colour;
  const auto colours = render::speciesColours(display.session.scenario().fluid.species);
  constexpr float kLighter = 0.4F;  // visible on the dark toolbar and on the fluid
  return glm::mix(colours[static_cast<std::size_t>(toolSpecies(display))], glm::vec3(1.0F),
                  kLighter);
}

PointerForces pointerForces(const Display& display, PointerTool tool, const dpd::Tube& tube) {
  const ToolRow& row = rowOf(tool);
  if (row.effect == nullptr || row.stays()) return {};
  PointerForces forces{.effect = row.effect(display)};
  forces.effect->tube = tube;
  return forces;
}

void drawToolIcon(const Display& display, PointerTool tool, const glm::vec2& centre, float scale) {
  const bool isPlain = tool == kCameraTool || tool == display.tool.chosen;
  const ImU32 colour = isPlain ? ImGui::GetColorU32(ImGuiCol_Text)
                               : legible(toImGui(colourOf(display, tool)), ImGuiCol_Button);
  rowOf(tool).icon(ToolIcon({centre.x, centre.y}, scale, colour));
}

void drawToolCard(Display& display, float left) {
  if (!rowOf(display.tool.chosen).hasReach) return;
  beginBar("tool", left, kSliders * ImGui::GetFontSize());
  drawToolSettings(display);
  ImGui::End();
}

float drawToolbar(Display& display, const WorkArea& free) {
  const float left = free.left();
  const float em = ImGui::GetFontSize(), gap = 0.5F * em, side = kButton * em;
  const ImGuiStyle& style = ImGui::GetStyle();
  const std::vector<ToolRow>& tools = toolRows();
  const std::size_t rows = rowsOfTools(side, free.bottom()),
                    columns = (tools.size() + rows - 1) / rows;
  const float width = static_cast<float>(columns) * (side + style.ItemSpacing.x) -
                      style.ItemSpacing.x + 2.0F * style.WindowPadding.x;
  beginBar("tools", left + gap, width);
  for (std::size_t k = 0; k < tools.size(); ++k) {
    if (k % columns != 0) ImGui::SameLine();
    drawButton(display, tools[k], side);
  }
  ImGui::End();
  drawToolCard(display, left + gap + width + 0.5F * gap);
  return left + gap + width;
}

void drawRing(const glm::vec3& colour, const glm::vec2& place, float radius, bool held) {
  constexpr int kCorners = 96;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 centre(place.x, place.y);
  const float width = (held ? 0.2F : 0.12F) * ImGui::GetFontSize();
  // A dark rim makes the ring visible on particles of any colour.
  list.AddCircle(centre, radius, toImGui(glm::vec3(0.0F), 0.55F), kCorners, 2.2F * width);
  list.AddCircle(centre, radius, toImGui(colour, held ? 1.0F : 0.85F), kCorners, width);
  list.AddCircleFilled(centre, 1.2F * width, toImGui(colour));
}

void drawTarget(const glm::vec3& colour, const glm::vec2& place, float radius) {
  constexpr int kDashes = 24;
  constexpr float kTurn = 2.0F * ToolIcon::kPi / kDashes;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float width = 0.12F * ImGui::GetFontSize();
  for (int k = 0; k < kDashes; ++k) {
    const float begin = kTurn * static_cast<float>(k);
    for (const bool isRim : {true, false}) {
      list.PathArcTo({place.x, place.y}, radius, begin, begin + 0.6F * kTurn, 6);
      list.PathStroke(toImGui(isRim ? glm::vec3(0.0F) : colour, isRim ? 0.55F : 0.9F), 0,
                      (isRim ? 2.2F : 1.0F) * width);
    }
  }
}

}  // namespace gpubuck::demo
