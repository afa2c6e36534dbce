#include "demo/widgets/text.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "demo/widgets/form.h"
#include "demo/widgets/theme.h"

namespace gpubuck::demo {

namespace {

void paragraph(const std::string& text, const ImVec4& colour, float width = 0.0F) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  demo::paragraph(text, width);
  ImGui::PopStyleColor();
}

}  // namespace

float textWidth(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }

void beginLabel(const char* name, const ImVec2& place, const ImVec2& pivot, const ImVec2& size) {
  constexpr ImGuiWindowFlags kLabel = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                      ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus;
  const ImVec2& padding = ImGui::GetStyle().WindowPadding;
  ImGui::SetNextWindowPos(place, ImGuiCond_Always, pivot);
  // Dear ImGui would fit the window to its text only in the next picture.
  ImGui::SetNextWindowSize({size.x + 2.0F * padding.x, size.y + 2.0F * padding.y});
  ImGui::SetNextWindowBgAlpha(0.8F);
  ImGui::Begin(name, nullptr, kLabel);
}

ImFont* titleFont() { return ImGui::GetIO().Fonts->Fonts.back(); }

float titleRatio() { return titleFont()->FontSize / ImGui::GetIO().Fonts->Fonts.front()->FontSize; }

void beginGrowth(float times) {
  // The font of titles looks sharp at sizes between the two fonts.
  ImGui::PushFont(times > 1.0F ? titleFont() : ImGui::GetFont());
  ImGui::SetWindowFontScale(times > 1.0F ? times / titleRatio() : 1.0F);
}

void endGrowth() {
  ImGui::SetWindowFontScale(1.0F);
  ImGui::PopFont();
}

void title(const std::string& text) {
  ImGui::PushFont(titleFont());
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopFont();
}

void heading(const char* text) {
  ImGui::Dummy({0.0F, 0.2F * ImGui::GetFontSize()});
  ImGui::TextColored(ImGui::GetStyleColorVec4(ImGuiCol_CheckMark), "%s", text);
  ImGui::Separator();
}

std::string wrapped(const std::string& text, float width) {
  std::string result, line;
  const auto add = [&](const std::string& word) {
    const std::string longer = line.empty() ? word : line + ' ' + word;
    if (line.empty() || textWidth(longer) <= width) {
      line = longer;
      return;
    }
    result += line + '\n';
    line = word;
  };
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    std::string word = text.substr(begin, end - begin);
    while (textWidth(word) > width && word.size() > 1) {
      std::size_t fits = 1;
      while (fits < word.size() && textWidth(word.substr(0, fits + 1)) <= width) ++fits;
      // Moves the break to the end of a character of several bytes.
      while (fits < word.size() && (static_cast<unsigned char>(word[fits]) & 0xC0U) == 0x80U)
        ++fits;
      add(word.substr(0, fits));
      word.erase(0, fits);
    }
    add(word);
    if (end < text.size() && text[end] == '\n') result += std::exchange(line, {}) + '\n';
    begin = end + 1;
  }
  return result + line;
}

void paragraph(const std::string& text, float width) {
  const float room = width > 0.0F ? width : ImGui::GetContentRegionAvail().x;
  ImGui::TextUnformatted(wrapped(text, room).c_str());
}

void dimParagraph(const std::string& text) {
  paragraph(text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
}

void errorParagraph(const std::string& text, float width) {
  paragraph(text, ImGui::ColorConvertU32ToFloat4(legible(kAlarm)), width);
}

void textAtRight(const std::string& text) {
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(text.c_str()).x);
  ImGui::TextUnformatted(text.c_str());
}

void sameLineIfFits(const std::string& label, float more) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float width = textWidth(label) + more + 2.0F * style.FramePadding.x;
  const float end = ImGui::GetItemRectMax().x + style.ItemSpacing.x + width;
  const float side = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (end < side) ImGui::SameLine();
}

namespace {

constexpr float kTooltipWidth = 30.0F;  // em
constexpr float kLeastTooltip = 10.0F;  // least width of a tooltip next to a panel, em
constexpr double kTooltipDelay = 0.5;   // seconds

/// The item under the pointer. Its tooltip appears once the pointer has been over it for a while.
class Hovered {
 public:
  /// Returns whether the pointer has rested on the item for long enough. Call it after the item.
  bool rest() {
    const ImVec2 corner = ImGui::GetItemRectMin();
    const int frame = ImGui::GetFrameCount();
    const bool isSame =
        corner.x == corner_.x && corner.y == corner_.y && (frame == frame_ || frame == frame_ + 1);
    if (!isSame) {
      isDismissed_ = false;
      since_ = ImGui::GetTime();
      due_ = Clock::now() + std::chrono::milliseconds(std::llround(1e3 * kTooltipDelay));
    }
    corner_ = corner;
    frame_ = frame;
    const bool isDue = ImGui::GetTime() - since_ >= kTooltipDelay;
    if (isDue || isDismissed_) due_.reset();
    return isDue && !isDismissed_;
  }
  /// Prevents the tooltip until the pointer has left the item.
  void dismiss() {
    isDismissed_ = true;
    due_.reset();
  }
  bool isDismissed() const { return isDismissed_; }

  std::optional<Clock::time_point> due() const {
    const bool isPresent = ImGui::GetFrameCount() <= frame_ + 1;
    return isPresent ? due_ : std::nullopt;
  }

 private:
  ImVec2 corner_;
  int frame_ = -2;      ///< the last picture with the pointer over it
  double since_ = 0.0;  ///< ImGui's time of the first such picture
  bool isDismissed_ = false;
  std::optional<Clock::time_point> due_;
};
Hovered hovered;

/// Shows a text next to the present panel, at the height of the item. There the text covers neither
/// the panel's text nor the next widgets. If there is no room next to the panel, or if the item is
/// far from the panel's side, the text is below the item.
void showTooltip(const std::string& text) {
  const ImGuiWindow& panel = *ImGui::GetCurrentWindow()->RootWindow;
  const ImVec2 screen = ImGui::GetIO().DisplaySize, padding = ImGui::GetStyle().WindowPadding;
  const float em = ImGui::GetFontSize(), gap = 0.3F * em;
  const auto fitting = [&](float room) {
    return std::min(kTooltipWidth * em, room - 2.0F * (gap + padding.x));
  };
  const float before = panel.Pos.x, after = screen.x - panel.Pos.x - panel.Size.x;
  const bool isAfter = fitting(after) >= fitting(before);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const float away = isAfter ? panel.Pos.x + panel.Size.x - high.x : low.x - panel.Pos.x;
  const bool isBeside =
      fitting(std::max(before, after)) >= kLeastTooltip * em && away <= kTooltipWidth * em;
  const std::string lines = wrapped(text, fitting(isBeside ? std::max(before, after) : screen.x));
  const ImVec2 inside = ImGui::CalcTextSize(lines.c_str());
  const ImVec2 size(inside.x + 2.0F * padding.x, inside.y + 2.0F * padding.y);
  ImVec2 place(isAfter ? panel.Pos.x + panel.Size.x + gap : before - gap - size.x, low.y);
  if (!isBeside) {
    const bool fits = high.y + gap + size.y <= screen.y;
    place = ImVec2(std::min(low.x, screen.x - size.x), fits ? high.y + gap : low.y - gap - size.y);
  }
  ImGui::SetNextWindowPos(
      {std::max(place.x, 0.0F), std::clamp(place.y, 0.0F, std::max(0.0F, screen.y - size.y))});
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0F);  // opaque, also for a widget that is greyed out
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(lines.c_str());
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

}  // namespace

void tooltip(const std::string& text, const std::string& name) {
  if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  // While a button is down the user drags, and a tooltip would hide the effect.
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    if (!ImGui::IsItemActive()) return;
    // The user knows what a pressed item does, and the tooltip would cover a list that it opens.
    hovered.rest();
    hovered.dismiss();
    return;
  }
  if (hovered.rest()) {
    showTooltip(text);
  } else if (!name.empty() && !hovered.isDismissed()) {
    showTooltip(name);
  }
}

void readout(const std::string& text) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(wrapped(text, ImGui::GetFontSize() * kTooltipWidth).c_str());
  ImGui::EndTooltip();
}

void dismissTooltip() { hovered.dismiss(); }

std::optional<Clock::time_point> tooltipDue() { return hovered.due(); }

}  // namespace gpubuck::demo
