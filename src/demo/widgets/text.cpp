#include "demo/widgets/text.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace gpubuck::demo {
namespace {

void paragraph(const std::string& text, const ImVec4& colour, float width = 0.0F) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  demo::paragraph(text, width);
  ImGui::PopStyleColor();
}

float textWidth(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }

}  // namespace

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

bool isLightTheme() { return ImGui::GetStyleColorVec4(ImGuiCol_WindowBg).x > 0.5F; }

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
      // Does not break within a multi-byte character.
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
  const ImVec4 red =
      isLightTheme() ? ImVec4(0.70F, 0.10F, 0.06F, 1.0F) : ImVec4(1.0F, 0.55F, 0.45F, 1.0F);
  paragraph(text, red, width);
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

}  // namespace gpubuck::demo
