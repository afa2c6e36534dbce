#include "demo/widget_map.h"

#include <imgui.h>

#include <map>

namespace gpubuck::demo {
namespace {

struct Listening {
  WidgetListener listener;
  std::map<std::string, WidgetPlace> places;
};

Listening& listening() {
  static Listening state;
  return state;
}

}  // namespace

void markWidget(const char* name) {
  Listening& state = listening();
  if (!state.listener || !ImGui::IsItemVisible()) return;
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 size = ImGui::GetItemRectSize();
  const WidgetPlace place{static_cast<int>(low.x), static_cast<int>(low.y),
                          static_cast<int>(size.x), static_cast<int>(size.y)};
  const auto [entry, added] = state.places.emplace(name, place);
  if (!added && entry->second == place) return;
  entry->second = place;
  state.listener(name, place);
}

void listenToWidgets(WidgetListener listener) { listening() = {std::move(listener), {}}; }

}  // namespace gpubuck::demo
