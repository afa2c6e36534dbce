// Texts of the panels, and texts that appear while the pointer is over a widget.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include "demo/widgets/clock.h"

namespace gpubuck::demo {

/// Begins a label over the fluid for text of `size` pixels, on a dark background that keeps it
/// readable. Its place and its pivot mean what they mean in ImGui::SetNextWindowPos. It ends with
/// ImGui::End().
void beginLabel(const char* name, const ImVec2& place, const ImVec2& pivot, const ImVec2& size);

/// Returns the width of the longest line of a text, pixels.
float textWidth(const std::string& text);

/// Draws a line of larger text.
void title(const std::string& text);
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

/// Shows a tooltip next to the panel of ImGui's last item, even a disabled one, once the pointer
/// has been over it for a while, and not after a press until the pointer has left the item. An
/// empty text shows none. `name`, if any, is shown at once.
void tooltip(const std::string& text, const std::string& name = {});
/// Returns the time at which the tooltip of the item under the pointer appears, or none if it is
/// shown already or there is no such item.
std::optional<Clock::time_point> tooltipDue();
/// Shows a text at the pointer as soon as the pointer is over ImGui's last item, such as the value
/// of a place in a picture.
void readout(const std::string& text);

}  // namespace gpubuck::demo
