// The icons of the bar, drawn as lines and areas.
#pragma once

#include <imgui.h>

#include <functional>
#include <string>

namespace gpubuck::demo {

/// Draws an icon into the present ImGui window. `scale` is half of its size.
using DrawIcon = std::function<void(const ImVec2& centre, float scale, ImU32 colour)>;

/// Returns the icon with this name, such as "play" or "help". Throws std::out_of_range if there is
/// no such icon.
DrawIcon iconOf(const std::string& name);

}  // namespace gpubuck::demo
