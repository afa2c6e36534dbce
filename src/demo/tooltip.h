// An explanation that appears under the pointer.
#pragma once

#include <string>

namespace gpubuck::demo {

/// Explains ImGui's last item, even a disabled one, while the pointer rests on it. Empty: nothing.
void tooltip(const std::string& text);

}  // namespace gpubuck::demo
