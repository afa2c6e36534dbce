// Where the widgets are on the screen, for programs that use them as a person would.
#pragma once

#include <functional>
#include <string>

namespace gpubuck::demo {

/// A rectangle in window coordinates, pixels from the top left corner.
struct WidgetPlace {
  int x, y, width, height;
  bool operator==(const WidgetPlace&) const = default;
};

/// Notes where ImGui drew its last item under a name such as "sort/mode/resort". Costs nothing
/// without a listener.
void markWidget(const char* name);

/// Called with every widget that is new or has moved since it was last marked. Empty: off.
using WidgetListener = std::function<void(const std::string& name, const WidgetPlace& place)>;
void listenToWidgets(WidgetListener listener);

}  // namespace gpubuck::demo
