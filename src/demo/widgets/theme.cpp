#include "demo/widgets/theme.h"

#include <algorithm>
#include <glm/gtc/color_space.hpp>
#include <glm/vec3.hpp>

namespace gpubuck::demo {
namespace {

void setLightColours(ImGuiStyle& style) {
  ImGui::StyleColorsLight(&style);
  const ImVec4 accent(0.45F, 0.71F, 0.90F, 1.0F);
  const ImVec4 strong(0.08F, 0.39F, 0.61F, 1.0F);
  style.Colors[ImGuiCol_Text] = ImVec4(0.08F, 0.09F, 0.11F, 1.0F);
  style.Colors[ImGuiCol_TextDisabled] = ImVec4(0.36F, 0.38F, 0.42F, 1.0F);
  style.Colors[ImGuiCol_WindowBg] = ImVec4(0.955F, 0.96F, 0.97F, 1.0F);
  style.Colors[ImGuiCol_PopupBg] = ImVec4(0.985F, 0.985F, 0.99F, 0.98F);
  style.Colors[ImGuiCol_FrameBg] = ImVec4(0.87F, 0.885F, 0.91F, 1.0F);
  style.Colors[ImGuiCol_FrameBgHovered] = ImVec4(0.81F, 0.84F, 0.88F, 1.0F);
  style.Colors[ImGuiCol_FrameBgActive] = ImVec4(0.76F, 0.80F, 0.85F, 1.0F);
  style.Colors[ImGuiCol_Header] = ImVec4(0.81F, 0.86F, 0.92F, 1.0F);
  style.Colors[ImGuiCol_HeaderHovered] = ImVec4(0.72F, 0.80F, 0.89F, 1.0F);
  style.Colors[ImGuiCol_HeaderActive] = ImVec4(0.66F, 0.76F, 0.87F, 1.0F);
  style.Colors[ImGuiCol_Button] = ImVec4(0.80F, 0.85F, 0.91F, 1.0F);
  style.Colors[ImGuiCol_ButtonHovered] = accent;
  style.Colors[ImGuiCol_ButtonActive] = ImVec4(0.34F, 0.62F, 0.84F, 1.0F);
  style.Colors[ImGuiCol_CheckMark] = strong;
  style.Colors[ImGuiCol_ModalWindowDimBg] = ImVec4(0.0F, 0.0F, 0.0F, 0.0F);
  style.Colors[ImGuiCol_SliderGrab] = ImVec4(0.25F, 0.55F, 0.78F, 1.0F);
  style.Colors[ImGuiCol_SliderGrabActive] = strong;
  style.Colors[ImGuiCol_TitleBgActive] = ImVec4(0.77F, 0.83F, 0.90F, 1.0F);
}

void setDarkColours(ImGuiStyle& style) {
  ImGui::StyleColorsDark(&style);
  const ImVec4 accent(0.16F, 0.46F, 0.67F, 1.0F);
  const ImVec4 pressed(0.13F, 0.41F, 0.61F, 1.0F);
  const ImVec4 strong(0.26F, 0.62F, 0.86F, 1.0F);
  style.Colors[ImGuiCol_TextDisabled] = ImVec4(0.64F, 0.65F, 0.68F, 1.0F);
  style.Colors[ImGuiCol_WindowBg] = ImVec4(0.11F, 0.12F, 0.145F, 1.0F);
  style.Colors[ImGuiCol_PopupBg] = ImVec4(0.13F, 0.14F, 0.17F, 0.98F);
  style.Colors[ImGuiCol_FrameBg] = ImVec4(0.19F, 0.205F, 0.245F, 1.0F);
  style.Colors[ImGuiCol_FrameBgHovered] = ImVec4(0.25F, 0.27F, 0.32F, 1.0F);
  style.Colors[ImGuiCol_FrameBgActive] = ImVec4(0.28F, 0.31F, 0.37F, 1.0F);
  style.Colors[ImGuiCol_Header] = ImVec4(0.175F, 0.21F, 0.27F, 1.0F);
  style.Colors[ImGuiCol_HeaderHovered] = ImVec4(0.22F, 0.28F, 0.36F, 1.0F);
  style.Colors[ImGuiCol_HeaderActive] = ImVec4(0.24F, 0.32F, 0.42F, 1.0F);
  style.Colors[ImGuiCol_Button] = ImVec4(0.21F, 0.27F, 0.34F, 1.0F);
  style.Colors[ImGuiCol_ButtonHovered] = accent;
  style.Colors[ImGuiCol_ButtonActive] = pressed;
  style.Colors[ImGuiCol_CheckMark] = strong;
  style.Colors[ImGuiCol_ModalWindowDimBg] = ImVec4(0.0F, 0.0F, 0.0F, 0.0F);
  style.Colors[ImGuiCol_SliderGrab] = accent;
  style.Colors[ImGuiCol_SliderGrabActive] = pressed;
  style.Colors[ImGuiCol_TitleBgActive] = ImVec4(0.15F, 0.19F, 0.25F, 1.0F);
}

glm::vec3 linear(const ImVec4& colour) {
  return glm::convertSRGBToLinear(glm::vec3(colour.x, colour.y, colour.z));
}

/// Returns the relative luminance of WCAG 2.2.
float luminance(const glm::vec3& linear) {
  return glm::dot(linear, glm::vec3(0.2126F, 0.7152F, 0.0722F));
}

constexpr float kFlare = 0.05F;  ///< the constant that WCAG adds to both luminances

}  // namespace

void setThemeColours(ImGuiStyle& style, bool isLight) {
  (isLight ? setLightColours : setDarkColours)(style);
}

bool isLightTheme() { return ImGui::GetStyleColorVec4(ImGuiCol_WindowBg).x > 0.5F; }

void pushChoiceColours(bool isChosen, const ImVec4& plain) {
  const ImVec4 chosen = ImGui::GetStyleColorVec4(ImGuiCol_ButtonHovered);
  const ImVec4 hovered = ImGui::GetStyleColorVec4(ImGuiCol_FrameBgHovered);
  ImGui::PushStyleColor(ImGuiCol_Button, isChosen ? chosen : plain);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, isChosen ? chosen : hovered);
}

float contrastOf(const ImVec4& one, const ImVec4& other) {
  const auto [darker, lighter] =
      std::minmax({luminance(linear(one)) + kFlare, luminance(linear(other)) + kFlare});
  return lighter / darker;
}

ImU32 legible(ImU32 colour, ImGuiCol ground) {
  const ImVec4& behind = ImGui::GetStyleColorVec4(ground);
  const ImVec4 own = ImGui::ColorConvertU32ToFloat4(colour);
  if (contrastOf(own, behind) >= kLeastContrast) return colour;
  // The contrast must remain after the colour is rounded to 8 bits.
  constexpr float kAimedAt = 1.02F * kLeastContrast;
  const float onto = luminance(linear(behind)) + kFlare;
  const glm::vec3 light = linear(own);
  const float lit = luminance(light);
  const glm::vec3 changed =
      onto > 0.5F
          ? light * std::max(onto / kAimedAt - kFlare, 0.0F) / std::max(lit, 1e-6F)
          : glm::mix(light, glm::vec3(1.0F), (onto * kAimedAt - kFlare - lit) / (1.0F - lit));
  const glm::vec3 shown = glm::convertLinearToSRGB(glm::clamp(changed, 0.0F, 1.0F));
  return ImGui::ColorConvertFloat4ToU32({shown.x, shown.y, shown.z, own.w});
}

}  // namespace gpubuck::demo
