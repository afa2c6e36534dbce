// The colours of the widgets: dark on light, or light on dark.
#pragma once

#include <imgui.h>

namespace gpubuck::demo {

/// The least contrast between a text and its background: level AA of WCAG 2.2, success criterion
/// 1.4.3.
inline constexpr float kLeastContrast = 4.5F;

/// The colour of errors and of a recording under way. Draw it as legible(kAlarm).
inline constexpr ImU32 kAlarm = IM_COL32(230, 60, 45, 255);

/// Sets the colours of all widgets.
void setThemeColours(ImGuiStyle& style, bool isLight);
/// Returns whether the theme is dark on light.
bool isLightTheme();

/// Pushes the colours of a button that has the colour `plain` unless it is chosen. A button that is
/// not chosen does not look chosen while the pointer is over it. ImGui::PopStyleColor(2) removes
/// the colours.
void pushChoiceColours(bool isChosen, const ImVec4& plain);

/// Returns the contrast of two opaque colours, 1..21 (WCAG 2.2, "contrast ratio"). Their order does
/// not matter.
float contrastOf(const ImVec4& one, const ImVec4& other);
/// Returns the colour darkened on a light ground, or lightened on a dark ground, just enough for
/// kLeastContrast with the theme's colour `ground`. The alpha does not change.
ImU32 legible(ImU32 colour, ImGuiCol ground = ImGuiCol_WindowBg);

}  // namespace gpubuck::demo
