// The timeline below the fluid: the kept states of its run, to which the user can return.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "base/number.h"
#include "base/text.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/demo_state.h"
#include "demo/widgets/form.h"
#include "demo/widgets/layout.h"

namespace gpubuck::demo {
namespace {

constexpr float kStripHeight = 1.1F;  // em
constexpr ImU32 kPast = IM_COL32(66, 120, 200, 150);
constexpr ImU32 kLaterMark = IM_COL32(150, 150, 150, 130);
constexpr ImU32 kBookmark = IM_COL32(255, 200, 60, 255);

ImU32 ground() { return ImGui::GetColorU32(ImGuiCol_WindowBg, 0.9F); }
ImU32 ink(float alpha = 1.0F) { return ImGui::GetColorU32(ImGuiCol_Text, alpha); }

/// Maps the steps of a run to places on the strip.
struct Scale {
  double first, last;  ///< steps
  float left, width;   ///< pixels

  float at(std::int64_t step) const {
    return left + width * static_cast<float>((static_cast<double>(step) - first) / (last - first));
  }
  double stepAt(float x) const {
    return first + (last - first) * static_cast<double>((x - left) / width);
  }
};

const KeptState& nearest(const std::vector<const KeptState*>& states, double step) {
  return **std::ranges::min_element(states, {}, [&](const KeptState* state) {
    return std::abs(static_cast<double>(state->step()) - step);
  });
}

/// Draws a label above the strip, with its middle at `x` if there is room between `left` and
/// `right`.
void say(const std::string& text, float x, float left, float right, float top) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const float em = ImGui::GetFontSize();
  const float begin = std::clamp(x - 0.5F * size.x, left + em, std::max(left, right - size.x - em));
  const ImVec2 low(begin - 0.3F * em, top - size.y - 0.5F * em);
  ImDrawList* const draw = ImGui::GetForegroundDrawList();
  draw->AddRectFilled(low, {begin + size.x + 0.3F * em, top - 0.2F * em}, ground(), 0.2F * em);
  draw->AddText({begin, low.y + 0.15F * em}, ink(), text.c_str());
}

void drawStates(const std::vector<const KeptState*>& states,
                const std::vector<std::int64_t>& bookmarks, const Scale& scale, float top,
                float bottom, std::int64_t present) {
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const float edge = 0.25F * (bottom - top);
  draw->AddRectFilled({scale.left, top}, {scale.left + scale.width, bottom}, ground());
  draw->AddRectFilled({scale.left, top + edge}, {scale.at(present), bottom - edge}, kPast);
  for (const KeptState* state : states) {
    const float x = scale.at(state->step());
    draw->AddLine({x, top + edge}, {x, bottom - edge},
                  state->step() <= present ? ink(0.75F) : kLaterMark);
    if (std::ranges::find(bookmarks, state->id) == bookmarks.end()) continue;
    draw->AddRectFilled({x - 0.4F * edge, top}, {x + 0.4F * edge, bottom}, kBookmark);
  }
  const float x = scale.at(present);
  draw->AddRectFilled({x - 0.5F * edge, top}, {x + 0.5F * edge, bottom}, ink());
}

}  // namespace

float drawTimeline(Workspace& state, const WorkArea& free) {
  const std::vector<const KeptState*> states = state.session.history().timeline();
  const std::int64_t present = state.session.simulation().stepNumber();
  if (states.empty()) return 0.0F;
  const std::int64_t first = states.front()->step();
  const std::int64_t last = std::max(states.back()->step(), present);
  if (last <= first) return 0.0F;

  const float em = ImGui::GetFontSize();
  const float left = free.left(), right = free.right();
  const float height = kStripHeight * em, bottom = free.bottom();
  const float top = bottom - height;
  ImGui::SetNextWindowPos({left, top});
  ImGui::SetNextWindowSize({right - left, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0F, 0.0F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0F, 1.0F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0F);
  ImGui::Begin("timeline", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
  const Scale scale{double(first), double(last), left + 0.5F * em, right - left - em};
  ImGui::InvisibleButton("strip", {right - left, height});
  markWidget("timeline");
  drawStates(states, bookmarkIds(state), scale, top, bottom, present);
  const float x = ImGui::GetIO().MousePos.x;
  const KeptState& target = nearest(states, scale.stepAt(x));
  const std::string place =
      fmt::format("step {}, time {:.2f}", groupDigits(target.step()), target.fluid.clock.time());
  if (ImGui::IsItemActivated()) beginRewind(state);
  if (ImGui::IsItemActive()) rewindTo(state, target.id);
  if (ImGui::IsItemDeactivated()) endRewind(state);
  if (ImGui::IsItemActive()) {
    say(place, scale.at(target.step()), left, right, top);
  } else if (ImGui::IsItemHovered()) {
    say(fmt::format("drag to go back to {} ({} kept, {:.0f} MB)", place,
                    counted(std::ssize(states), "state"),
                    double(state.session.history().bytes()) * 1e-6),
        scale.at(target.step()), left, right, top);
  } else if (state.session.history().place() && present < last) {
    say("press Space to continue from here; the later states are then discarded", scale.at(present),
        left, right, top);
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
  // The height includes the label above the strip.
  return height + ImGui::GetTextLineHeightWithSpacing();
}

}  // namespace gpubuck::demo
