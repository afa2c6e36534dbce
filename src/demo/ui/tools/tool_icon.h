// The lines of which the icons of tools are drawn.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <glm/vec2.hpp>
#include <numbers>

namespace gpubuck::demo {

/// Draws within -1..1, x to the right and y down, around a place. Angles are in radians, from the
/// right clockwise.
class ToolIcon {
 public:
  static constexpr float kPi = std::numbers::pi_v<float>;

  ToolIcon(const ImVec2& centre, float scale, ImU32 colour)
      : centre_(centre), scale_(scale), colour_(colour), width_(std::max(1.2F, 0.16F * scale)) {}

  void line(const glm::vec2& from, const glm::vec2& to) const {
    ImGui::GetWindowDrawList()->AddLine(at(from), at(to), colour_, width_);
  }
  void curve(const glm::vec2& from, const glm::vec2& one, const glm::vec2& other,
             const glm::vec2& to) const {
    ImGui::GetWindowDrawList()->AddBezierCubic(at(from), at(one), at(other), at(to), colour_,
                                               width_);
  }
  void arc(float radius, float from, float to) const {
    ImGui::GetWindowDrawList()->PathArcTo(centre_, scale_ * radius, from, to, 24);
    ImGui::GetWindowDrawList()->PathStroke(colour_, 0, width_);
  }
  void arrowHead(const glm::vec2& tip, float direction) const {
    for (const float side : {0.8F * kPi, -0.8F * kPi}) {
      const glm::vec2 back(std::cos(direction + side), std::sin(direction + side));
      line(tip, tip + 0.45F * back);
    }
  }
  /// Draws an arrow along a ray from the middle.
  void arrow(float direction, float from, float to) const {
    const glm::vec2 along(std::cos(direction), std::sin(direction));
    line(from * along, to * along);
    arrowHead(to * along, to > from ? direction : direction + kPi);
  }
  /// Draws a line along a ray from the middle.
  void ray(float direction, float from, float to) const {
    const glm::vec2 along(std::cos(direction), std::sin(direction));
    line(from * along, to * along);
  }
  void box(const glm::vec2& low, const glm::vec2& high) const {
    ImGui::GetWindowDrawList()->AddRectFilled(at(low), at(high), colour_);
  }

 private:
  ImVec2 at(const glm::vec2& place) const {
    return {centre_.x + scale_ * place.x, centre_.y + scale_ * place.y};
  }

  ImVec2 centre_;
  float scale_;
  ImU32 colour_;
  float width_;
};

}  // namespace gpubuck::demo
