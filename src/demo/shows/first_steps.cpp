#include "demo/shows/first_steps.h"

#include <imgui.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "demo/ui/demo_state.h"
#include "demo/widgets/form.h"

namespace gpubuck::demo {
namespace {

constexpr double kMinute = 60.0;
// Seconds for which the complete card stays, so that the user sees its last tick.
constexpr double kAfterAll = 3.0;
constexpr float kAboveTimeline = 1.6F, kAboutAsHigh = 2.5F;  // em

bool isTurned(const DemoState& state) {
  const dpd::Camera& now = state.session.scenario().view.camera;
  const dpd::Camera& opened = state.opened.view.camera;
  return now.azimuth != opened.azimuth || now.elevation != opened.elevation;
}

bool showsAlgorithm(const DemoState& state) {
  const auto isIt = [](const Panel& panel) { return panel.name == "explained" && panel.open; };
  return state.drawer == "algorithm" || std::ranges::any_of(state.panels, isIt);
}

bool pulls(const DemoState& state) {
  return state.stroke == "pull" || state.stroke == "push" || state.stroke == "stir";
}

void drawThing(const FirstSteps::Thing& thing) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(ImGui::GetStyleColorVec4(ImGuiCol_CheckMark), thing.isDone ? "●" : "○");
  ImGui::SameLine();
  ImGui::TextUnformatted(thing.how.c_str());
  ImGui::SameLine();
  ImGui::TextDisabled("%s", thing.what.c_str());
}

/// Returns whether the gallery would cover half of the card.
bool isCovered(const DemoState& state) {
  const auto isIt = [](const Panel& panel) { return panel.name == "gallery" && panel.open; };
  return state.showsGui && std::ranges::any_of(state.panels, isIt);
}

}  // namespace

std::unique_ptr<Show> makeFirstSteps() { return std::make_unique<FirstSteps>(); }

void FirstSteps::update(DemoState& state, double seconds) {
  if (!isShown_ || isCovered(state)) return;
  things_[0].isDone |= pulls(state);
  things_[1].isDone |= isTurned(state);
  things_[2].isDone |= showsAlgorithm(state);
  age_ += seconds;
  const auto count = std::ranges::count_if(things_, &Thing::isDone);
  if (std::exchange(count_, count) != count) age_ = 0.0;
  if (std::ranges::all_of(things_, &Thing::isDone)) {
    done_ += seconds;
    isOver_ = true;
  }
  isShown_ = age_ < kMinute && done_ < kAfterAll;
}

float FirstSteps::draw(DemoState& state, WorkArea& free) {
  if (isCovered(state)) return free.bottom();
  state.animated = true;  // drawing goes on, so that the card closes after a time
  const float em = ImGui::GetFontSize(), gap = ImGui::GetStyle().ItemSpacing.x;
  const float room = free.right() - free.left() - 2.0F * em;
  const Field tour{"first-steps/tour", "Tour (F3)",
                   "The paper in eight scenes: explains the sort on a running fluid."};
  const Field close{"first-steps/close", "Close", "Closes this card for good."};
  const auto widthOf = [&](const Thing& thing) {
    return 2.0F * em + textWidth(thing.how) + textWidth(thing.what) + 3.0F * gap;
  };
  const float buttons = textWidth(tour.label) + textWidth(close.label) + 4.0F * em;
  // The card is a single line of text at the bottom of the picture, so that it hides little of the
  // fluid. It shows all things if they fit, otherwise only the next thing.
  float all = buttons;
  for (const Thing& thing : things_) all += widthOf(thing);
  const auto next = std::ranges::find(things_, false, &Thing::isDone);
  const bool showsAll = all <= room;
  const float width =
      showsAll ? all : buttons + widthOf(next == things_.end() ? things_[0] : *next);
  const float lowerEnd = free.bottom() - kAboveTimeline * em;
  beginCard({.name = "first steps",
             .left = free.left(),
             .right = std::min(free.right(), free.left() + width + em),  // not over the scale bar
             .width = width / em,
             .lowerEnd = lowerEnd});
  if (next == things_.end()) {
    ImGui::TextUnformatted("All three tried.");
    ImGui::SameLine();
  }
  for (const Thing& thing : things_) {
    if (next == things_.end() || (!showsAll && &thing != &*next)) continue;
    drawThing(thing);
    ImGui::SameLine();
  }
  sameLineIfFits(tour.label);
  if (button(tour)) state.show("tour").begin(state);
  ImGui::SameLine();
  if (button(close)) end(state);
  // In the first picture of the card, Dear ImGui does not know its height yet.
  const float top =
      ImGui::IsWindowAppearing() ? lowerEnd - kAboutAsHigh * em : ImGui::GetWindowPos().y;
  ImGui::End();
  return top;
}

}  // namespace gpubuck::demo
