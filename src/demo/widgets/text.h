// Texts of the panels.
#pragma once

#include <imgui.h>

#include <string>

namespace gpubuck::demo {

/// Begins a label over the fluid for text of `size` pixels, on a dark background that keeps it
/// readable. Its place and its pivot mean what they mean in ImGui::SetNextWindowPos. It ends with
/// ImGui::End().
void beginLabel(const char* name, const ImVec2& place, const ImVec2& pivot, const ImVec2& size);

/// Returns whether the theme is dark on light.
bool isLightTheme();

/// Draws a heading within a panel.
void heading(const char* text);
/// Returns `text` with line breaks between words, for lines of `width` pixels. A word that is
/// longer than a line, such as a path, is broken anywhere.
std::string wrapped(const std::string& text, float width);
/// Draw text that wraps at the side of the panel, or after `width` pixels. Dim text is less
/// important.
void paragraph(const std::string& text, float width = 0.0F);
void dimParagraph(const std::string& text);
void errorParagraph(const std::string& text, float width = 0.0F);
/// Draws text at the right end of the line of the last item.
void textAtRight(const std::string& text);
/// Continues the line of the last item if a button with this label, `more` pixels wider than usual,
/// fits there.
void sameLineIfFits(const std::string& label, float more = 0.0F);

}  // namespace gpubuck::demo
