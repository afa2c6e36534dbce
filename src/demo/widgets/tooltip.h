// Texts that appear while the pointer is over a widget.
#pragma once

#include <optional>
#include <string>

#include "demo/widgets/clock.h"

namespace gpubuck::demo {

/// Shows a tooltip next to the panel of ImGui's last item, even a disabled one, once the pointer
/// has been over it for a while. An empty text shows none.
void tooltip(const std::string& text);
/// Returns the time at which the tooltip of the item under the pointer appears, or none if it is
/// shown already or there is no such item.
std::optional<Clock::time_point> tooltipDue();
/// Shows a text at the pointer as soon as it is over ImGui's last item: the value of a place in a
/// picture.
void readout(const std::string& text);

}  // namespace gpubuck::demo
