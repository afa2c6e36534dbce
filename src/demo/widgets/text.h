// Texts of the panels, and texts that appear while the pointer is over a widget.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include "demo/widgets/clock.h"

namespace gpubuck::demo {

/// Begins a label over the fluid for text of `size` pixels, on a background that keeps the text
/// readable. `place` and `pivot` are as in ImGui::SetNextWindowPos. ImGui::End() ends the label.
void beginLabel(const char* name, const ImVec2& place, const ImVec2& pivot, const ImVec2& size);

/// Returns the width of the longest line of a text, pixels.
float textWidth(const std::string& text);

/// Returns the font of titles, which is the largest font (Gui::scaleTo).
ImFont* titleFont();

/// Returns the size of titles in units of the size of other text.
float titleRatio();
/// Between these calls, text and plots of the present ImGui window are `times` as large as usual.
/// `times` is 1 to titleRatio().
void beginGrowth(float times);
void endGrowth();

/// Draws a line of larger text.
void title(const std::string& text);
/// Draws a heading within a panel.
void heading(const char* text);
/// Returns `text` with line breaks between words, for lines of `width` pixels. A word that is
/// longer than a line, such as a path, is broken at the end of the line.
std::string wrapped(const std::string& text, float width);
/// Draw text that wraps at the side of the panel, or after `width` pixels. dimParagraph() is for
/// less important text.
void paragraph(const std::string& text, float width = 0.0F);
void dimParagraph(const std::string& text);
void errorParagraph(const std::string& text, float width = 0.0F);
/// Draws text at the right end of the line of the last item.
void textAtRight(const std::string& text);
/// Continues the line of the last item if a button with this label fits there. The button is `more`
/// pixels wider than a usual button with this label.
void sameLineIfFits(const std::string& label, float more = 0.0F);

/// Shows a tooltip for ImGui's last item, even if the item is disabled, next to the item's panel.
/// It appears once the pointer has been over the item for a while. After a press it does not appear
/// until the pointer has left the item. An empty text shows no tooltip. `name`, if any, is shown at
/// once.
void tooltip(const std::string& text, const std::string& name = {});
/// Hides the tooltip of the item under the pointer until the pointer has left the item. Call it
/// when a key is pressed: the user looks at the key's effect, which the tooltip may cover.
void dismissTooltip();
/// Returns the time at which the tooltip of the item under the pointer will appear, or none if the
/// tooltip is already shown or there is no item.
std::optional<Clock::time_point> tooltipDue();
/// Shows a text, such as the value of a place in a picture, at the pointer as soon as the pointer
/// is over ImGui's last item.
void readout(const std::string& text);

}  // namespace gpubuck::demo
