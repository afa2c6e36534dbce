#include "demo/tools/tools.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <numbers>

#include "demo/actions/tool_actions.h"
#include "demo/panels/panels.h"
#include "demo/tools/tool_effects.h"
#include "demo/widgets/form.h"
#include "render/colour_map.h"

namespace gpubuck::demo {
namespace {

// In em.
constexpr float kButton = 2.2F;
constexpr float kBelow = 1.6F;  // least distance to the lower end of the window
constexpr float kSliders = 16.0F;

constexpr float kPi = std::numbers::pi_v<float>;

/// Draws a tool's icon: lines within -1..1, x to the right and y down, around a place.
class Icon {
 public:
  Icon(const ImVec2& centre, float scale, ImU32 colour)
      : centre_(centre), scale_(scale), colour_(colour), width_(std::max(1.2F, 0.16F * scale)) {}

  void draw(PointerTool tool) const {
    switch (tool) {
      case PointerTool::Camera:
        arc(0.85F, -0.8F * kPi, 0.65F * kPi);
        arrowHead({0.85F * std::cos(0.65F * kPi), 0.85F * std::sin(0.65F * kPi)}, 1.12F * kPi);
        ImGui::GetWindowDrawList()->AddRectFilled(at({-0.28F, -0.28F}), at({0.28F, 0.28F}),
                                                  colour_);
        break;
      case PointerTool::Tilt:
        tippedGlass();
        break;
      case PointerTool::Pull:
        for (int k = 0; k < 4; ++k) arrow(quarter(k), 1.0F, 0.3F);
        break;
      case PointerTool::Push:
        for (int k = 0; k < 4; ++k) arrow(quarter(k), 0.3F, 1.0F);
        break;
      case PointerTool::Stir:
        for (const float turn : {0.0F, kPi}) {
          arc(0.75F, turn - 0.1F * kPi, turn - 0.8F * kPi);
          const float end = turn - 0.8F * kPi;
          arrowHead({0.75F * std::cos(end), 0.75F * std::sin(end)}, end - 0.55F * kPi);
        }
        break;
      case PointerTool::Heat:
        flame();
        break;
      case PointerTool::Cool:
        for (int k = 0; k < 6; ++k) branch(static_cast<float>(k) * kPi / 3.0F);
        break;
      case PointerTool::Paint:
        drop();
        break;
      case PointerTool::Add:
        line({-0.8F, 0.0F}, {0.8F, 0.0F});
        line({0.0F, -0.8F}, {0.0F, 0.8F});
        break;
      case PointerTool::Erase:
        line({-0.65F, -0.65F}, {0.65F, 0.65F});
        line({-0.65F, 0.65F}, {0.65F, -0.65F});
        break;
      case PointerTool::Fountain:
        line({0.0F, 1.0F}, {0.0F, -0.6F});
        for (const float side : {-1.0F, 1.0F}) {
          curve({0.0F, -0.6F}, {0.25F * side, -1.2F}, {0.75F * side, -0.9F}, {0.8F * side, 0.5F});
        }
        break;
      case PointerTool::Waves:
        for (const float level : {-0.4F, 0.4F}) {
          curve({-1.0F, level}, {-0.6F, level - 0.8F}, {-0.4F, level + 0.8F}, {0.0F, level});
          curve({0.0F, level}, {0.4F, level - 0.8F}, {0.6F, level + 0.8F}, {1.0F, level});
        }
        break;
      case PointerTool::Lamp:
        arc(0.45F, 0.0F, 2.0F * kPi);
        for (int k = 0; k < 8; ++k) ray(static_cast<float>(k) * kPi / 4.0F);
        break;
      case PointerTool::Drain:
        funnel();
    }
  }

 private:
  void curve(const glm::vec2& from, const glm::vec2& one, const glm::vec2& other,
             const glm::vec2& to) const {
    ImGui::GetWindowDrawList()->AddBezierCubic(at(from), at(one), at(other), at(to), colour_,
                                               width_);
  }
  /// Draws a tilted glass, half full.
  void tippedGlass() const {
    const glm::vec2 side(-0.42F, -1.02F), bottom(1.0F, -0.41F), middle(0.1F, 0.15F);
    const glm::vec2 left = middle - 0.5F * bottom - 0.45F * side;
    const glm::vec2 right = middle + 0.5F * bottom - 0.45F * side;
    line(left, right);
    line(left, left + 1.2F * side);
    line(right, right + 1.2F * side);
    const float level = middle.y;
    const auto across = [&](const glm::vec2& foot) {
      return foot + (level - foot.y) / side.y * side;
    };
    line(across(left), across(right));
  }
  void flame() const {
    curve({0.0F, 0.95F}, {-1.1F, 0.9F}, {-0.7F, -0.1F}, {-0.05F, -1.0F});
    curve({-0.05F, -1.0F}, {0.0F, -0.2F}, {1.1F, 0.1F}, {0.0F, 0.95F});
    curve({0.0F, 0.95F}, {-0.35F, 0.7F}, {-0.2F, 0.4F}, {0.05F, 0.15F});
  }
  /// Draws a branch of a snowflake.
  void branch(float direction) const {
    const glm::vec2 along(std::cos(direction), std::sin(direction));
    line({0.0F, 0.0F}, along);
    for (const float side : {0.25F * kPi, -0.25F * kPi}) {
      line(0.55F * along, 0.55F * along + 0.35F * glm::vec2(std::cos(direction + side),
                                                            std::sin(direction + side)));
    }
  }
  void ray(float direction) const {
    const glm::vec2 along(std::cos(direction), std::sin(direction));
    line(0.65F * along, along);
  }
  void funnel() const {
    for (const float side : {-1.0F, 1.0F}) {
      curve({0.95F * side, -0.8F}, {0.7F * side, 0.0F}, {0.2F * side, 0.0F}, {0.2F * side, 1.0F});
    }
    line({-0.95F, -0.8F}, {0.95F, -0.8F});
  }
  void drop() const {
    curve({0.0F, -1.0F}, {-0.3F, -0.4F}, {-0.7F, 0.0F}, {-0.65F, 0.35F});
    curve({0.0F, -1.0F}, {0.3F, -0.4F}, {0.7F, 0.0F}, {0.65F, 0.35F});
    curve({-0.65F, 0.35F}, {-0.6F, 1.15F}, {0.6F, 1.15F}, {0.65F, 0.35F});
  }
  static float quarter(int k) { return (0.25F + 0.5F * static_cast<float>(k)) * kPi; }
  ImVec2 at(const glm::vec2& place) const {
    return {centre_.x + scale_ * place.x, centre_.y + scale_ * place.y};
  }
  void line(const glm::vec2& from, const glm::vec2& to) const {
    ImGui::GetWindowDrawList()->AddLine(at(from), at(to), colour_, width_);
  }
  void arc(float radius, float from, float to) const {
    ImGui::GetWindowDrawList()->PathArcTo(centre_, scale_ * radius, from, to, 24);
    ImGui::GetWindowDrawList()->PathStroke(colour_, 0, width_);
  }
  void arrowHead(const glm::vec2& tip, float direction) const {
    for (const float side : {0.8F * kPi, -0.8F * kPi}) {
      const glm::vec2 back(std::cos(direction + side), std::sin(direction + side));
      line(tip, tip + 0.45F * back);
    }
  }
  /// Draws an arrow along a ray from the middle.
  void arrow(float direction, float from, float to) const {
    const glm::vec2 along(std::cos(direction), std::sin(direction));
    line(from * along, to * along);
    arrowHead(to * along, to > from ? direction : direction + kPi);
  }

  ImVec2 centre_;
  float scale_;
  ImU32 colour_;
  float width_;
};

void beginBar(const char* name, float left, float width) {
  ImGui::SetNextWindowPos({left, kHeadingEnd * ImGui::GetFontSize()});
  ImGui::SetNextWindowSize({width, 0.0F});
  ImGui::SetNextWindowBgAlpha(0.8F);
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_AlwaysAutoResize);
}

/// Returns how many buttons of this size fit below each other above the timeline, which is above
/// `bottom`.
std::size_t rowsOfTools(float side, float bottom) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float room = bottom - (kHeadingEnd + kBelow) * ImGui::GetFontSize() -
                     2.0F * style.WindowPadding.y + style.ItemSpacing.y;
  return static_cast<std::size_t>(std::max(1.0F, room / (side + style.ItemSpacing.y)));
}

void drawButton(DemoState& state, const ToolRow& row, float side) {
  const bool isChosen = state.tool.chosen == row.tool;
  ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(isChosen ? ImGuiCol_ButtonHovered
                                                                           : ImGuiCol_FrameBg));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (ImGui::Button(("##" + row.word).c_str(), {side, side})) setTool(state, row.tool);
  ImGui::PopStyleColor();
  drawToolIcon(state, row.tool, {corner.x + 0.5F * side, corner.y + 0.5F * side}, 0.32F * side);
  markWidget("tool/" + row.word);
  std::string help = row.help;
  if (row.tool == PointerTool::Tilt) help += " " + tiltLimits(state.session.scenario().fluid.box);
  tooltip(fmt::format("{} ({})\n{}", row.label, row.key, help));
}

/// Draws the choice of the species to paint or add.
void drawToolSpecies(DemoState& state) {
  const auto& species = state.session.scenario().fluid.species;
  const auto colours = render::speciesColours(species);
  for (int k = 0; k < std::ssize(species); ++k) {
    const std::string& name = species[static_cast<std::size_t>(k)].name;
    ImGui::PushStyleColor(ImGuiCol_CheckMark, toImGui(colours[static_cast<std::size_t>(k)]));
    if (radioButton({"tool/species/" + name, name, settingAt("tool/species").help},
                    k == toolSpecies(state))) {
      setToolSpecies(state, k);
    }
    ImGui::PopStyleColor();
  }
}

void drawToolSettings(DemoState& state) {
  const ToolRow& row = rowOf(state.tool.chosen);
  ImGui::TextColored(ImGui::GetStyleColorVec4(ImGuiCol_CheckMark), "%s", row.label.c_str());
  settingWidget(state, "tool/reach");
  if (!row.strength.empty()) settingWidget(state, "tool/strength", "", row.strength);
  if (row.hasSpecies) drawToolSpecies(state);
}

}  // namespace

const std::vector<ToolRow>& toolRows() {
  using enum PointerTool;
  namespace effects = tool_effects;
  static const std::string acceleration =
      "Highest acceleration, in r_c / time². It falls to 0 at the reach.";
  static const std::vector<ToolRow> rows{
      {.tool = Camera,
       .word = "camera",
       .key = "O",
       .label = "Camera",
       .help = "Turns the box, or drags the sphere in the fluid.",
       .colour = glm::vec3(1.0F),
       .hasReach = false},
      {.tool = Tilt,
       .word = "tilt",
       .key = "G",
       .label = "Tilt",
       .help = "Drag to tip the box over; gravity still points down. The box springs back when "
               "you release the button, unless you hold Shift.",
       .colour = {0.85F, 0.90F, 0.55F},
       .hasReach = false},
      {.tool = Pull,
       .word = "pull",
       .key = "L",
       .label = "Pull",
       .help =
           "Pulls particles to the pointer, all along the line of sight. Shift+left drag does so "
           "with any tool.",
       .colour = {0.35F, 0.80F, 1.0F},
       .strength = acceleration,
       .effect = effects::pull},
      {.tool = Push,
       .word = "push",
       .key = "U",
       .label = "Push",
       .help = "Pushes particles away from the pointer. Shift+right drag does so with any tool.",
       .colour = {1.0F, 0.65F, 0.25F},
       .strength = acceleration,
       .effect = effects::push},
      {.tool = Stir,
       .word = "stir",
       .key = "I",
       .label = "Stir",
       .help = "Drives particles around the pointer.",
       .colour = {0.78F, 0.62F, 1.0F},
       .strength = acceleration,
       .effect = effects::stir},
      {.tool = Heat,
       .word = "heat",
       .key = "W",
       .label = "Heat",
       .help = "Couples particles to a hot medium. Momentum is conserved.",
       .colour = {1.0F, 0.35F, 0.25F},
       .strength = "Temperature of the medium, in multiples of the fluid's kT.",
       .effect = effects::heat},
      {.tool = Cool,
       .word = "cool",
       .key = "K",
       .label = "Cool",
       .help = "Slows particles down to their mean velocity. Momentum is conserved.",
       .colour = {0.45F, 0.60F, 1.0F},
       .strength = "Rate of cooling: 60 takes a tenth of a unit of time at the pointer.",
       .effect = effects::cool},
      {.tool = Paint,
       .word = "paint",
       .key = "B",
       .label = "Paint",
       .help =
           "Changes particles to one species. They keep their velocities, but not their masses.",
       .colour = {0.95F, 0.85F, 0.35F},
       .hasSpecies = true,
       .effect = effects::paint},
      {.tool = Add,
       .word = "add",
       .key = "D",
       .label = "Add",
       .help = "Adds particles, up to the initial density of the scenario.",
       .colour = {0.45F, 0.90F, 0.50F},
       .hasSpecies = true},
      {Erase, "erase", "X", "Erase", "Removes particles from the fluid.", {1.0F, 0.45F, 0.60F}},
      {.tool = Fountain,
       .word = "fountain",
       .key = "J",
       .label = "Fountain",
       .help = "Puts a jet into the fluid, which drives it upwards from now on. A click on the jet "
               "takes it away.",
       .colour = {0.45F, 0.85F, 0.95F},
       .strength = "Acceleration at the middle of the jet, in 1/10 r_c / time².",
       .effect = effects::fountain,
       .moves = {dpd::EffectKind::Accelerate}},
      {.tool = Waves,
       .word = "waves",
       .key = "Y",
       .label = "Wave maker",
       .help = "Puts a jet into the fluid that drives it to the right and to the left in turns. A "
               "click on it takes it away.",
       .colour = {0.55F, 0.75F, 1.0F},
       .strength = "Highest acceleration, in 1/10 r_c / time².",
       .effect = effects::waves,
       .moves = {dpd::EffectKind::Accelerate}},
      {.tool = Lamp,
       .word = "lamp",
       .key = "Z",
       .label = "Heat lamp",
       .help = "Puts a lamp into the fluid, which heats it from now on, or moves the lamp. A click "
               "on the lamp takes it away.",
       .colour = {1.0F, 0.70F, 0.35F},
       .strength = "Heating of each particle, in kT per 5 units of time.",
       .effect = effects::lamp,
       .moves = {dpd::EffectKind::Heat, dpd::EffectKind::Turn}},
      {.tool = Drain,
       .word = "drain",
       .key = "Shift+J",
       .label = "Drain",
       .help = "Puts a drain into the fluid, or moves it. What flows in comes out of the jet, or "
               "rains from the top without one. A click on the drain takes it away.",
       .colour = {0.80F, 0.80F, 0.85F},
       .effect = effects::drain,
       .moves = {dpd::EffectKind::Move}}};
  return rows;
}

const ToolRow& rowOf(PointerTool tool) {
  return *std::ranges::find(toolRows(), tool, &ToolRow::tool);
}

glm::vec3 colourOf(const DemoState& state, PointerTool tool) {
  const ToolRow& row = rowOf(tool);
  if (!row.hasSpecies) return row.colour;
  const auto colours = render::speciesColours(state.session.scenario().fluid.species);
  constexpr float kLighter = 0.4F;  // visible on the dark toolbar and on the fluid
  return glm::mix(colours[static_cast<std::size_t>(toolSpecies(state))], glm::vec3(1.0F), kLighter);
}

PointerForces pointerForces(const DemoState& state, PointerTool tool, const dpd::Tube& tube) {
  const ToolRow& row = rowOf(tool);
  if (row.effect == nullptr || row.stays()) return {};
  PointerForces forces{.effect = row.effect(state)};
  forces.effect->tube = tube;
  return forces;
}

void drawToolIcon(const DemoState& state, PointerTool tool, const glm::vec2& centre, float scale) {
  const bool isPlain = tool == PointerTool::Camera || tool == state.tool.chosen;
  constexpr float kDarker = 0.4F;  // share of black on a light bar
  const float black = isLightTheme() ? kDarker : 0.0F;
  const glm::vec3 own = glm::mix(colourOf(state, tool), glm::vec3(0.0F), black);
  const ImU32 colour = isPlain ? ImGui::GetColorU32(ImGuiCol_Text) : toImGui(own);
  Icon({centre.x, centre.y}, scale, colour).draw(tool);
}

void drawToolCard(DemoState& state, float left) {
  if (!rowOf(state.tool.chosen).hasReach) return;
  beginBar("tool", left, kSliders * ImGui::GetFontSize());
  drawToolSettings(state);
  ImGui::End();
}

float drawToolbar(DemoState& state, const Room& room) {
  const float left = room.left();
  const float em = ImGui::GetFontSize(), gap = 0.5F * em, side = kButton * em;
  const ImGuiStyle& style = ImGui::GetStyle();
  const std::vector<ToolRow>& tools = toolRows();
  const std::size_t rows = rowsOfTools(side, room.bottom()),
                    columns = (tools.size() + rows - 1) / rows;
  const float width = static_cast<float>(columns) * (side + style.ItemSpacing.x) -
                      style.ItemSpacing.x + 2.0F * style.WindowPadding.x;
  beginBar("tools", left + gap, width);
  for (std::size_t k = 0; k < tools.size(); ++k) {
    if (k % columns != 0) ImGui::SameLine();
    drawButton(state, tools[k], side);
  }
  ImGui::End();
  drawToolCard(state, left + gap + width + 0.5F * gap);
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
  constexpr float kTurn = 2.0F * kPi / kDashes;
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
