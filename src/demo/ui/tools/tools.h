// The tools of the pointer: their table, the toolbar over the fluid, and the ring that shows their
// reach.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "demo/ui/actions/workspace.h"
#include "demo/widgets/layout.h"

namespace gpubuck::demo {

/// Draws the parts of an icon around a place. In its coordinates the icon is within -1..1, with x
/// to the right and y down. Angles are in radians, clockwise from the right.
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
  /// Draws an arrow on the ray from the middle in this direction, between two distances from the
  /// middle.
  void arrow(float direction, float from, float to) const {
    const glm::vec2 along(std::cos(direction), std::sin(direction));
    line(from * along, to * along);
    arrowHead(to * along, to > from ? direction : direction + kPi);
  }
  /// Draws a line on the ray from the middle in this direction, between two distances from the
  /// middle.
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

/// A tool and its texts.
struct ToolRow {
  PointerTool tool;
  std::string key;    ///< keyName() of the key that chooses it
  std::string label;  ///< name shown to the user
  std::string help;
  glm::vec3 colour;  ///< colour of its ring, sRGB in 0..1
  void (*icon)(const ToolIcon& icon);
  bool heats = false;  ///< the tool changes temperatures; colours can show them
  /// Help for the strength of the tool; empty for a tool without a strength.
  std::string strength{};
  bool hasSpecies = false;  ///< the tool paints or adds one species
  bool hasReach = true;     ///< the tool acts on the fluid around the pointer
  /// Returns the effect of the tool, without a place. The effect acts along the line of sight in
  /// each step while the button is held; an effect that stays acts from the time when it is placed.
  /// Null for a tool without an effect.
  dpd::Effect (*effect)(const Display& display) = nullptr;
  /// For a tool whose effect stays, the kinds of effects that the tool moves. The tool moves the
  /// first of the fluid's effects for which isFor() is true. Empty for other tools.
  std::vector<dpd::EffectKind> moves{};

  bool isPeriodic = false;  ///< the effect has a period; another tool has an effect of the same
                            ///< kind without a period

  std::string word() const { return std::string(tool); }
  bool stays() const { return !moves.empty(); }
  /// Returns whether the tool moves effects like this one, wherever the effect is.
  bool isFor(const dpd::Effect& effect) const {
    return std::ranges::count(moves, effect.kind) > 0 && isPeriodic == (effect.period > 0.0);
  }
};

/// Returns all tools, in the order of the toolbar.
const std::vector<ToolRow>& toolRows();
/// Returns the row of a tool, which must exist.
const ToolRow& rowOf(PointerTool tool);
/// Returns the tool that places an effect like this one, or null if no tool does.
const ToolRow* toolOf(const dpd::Effect& effect);

/// Returns the text that appears while the pointer rests on the tool.
std::string helpOf(const Display& display, const ToolRow& row);
/// Returns the colour of the tool's ring: a lighter shade of its species' colour, or the tool's own
/// colour.
glm::vec3 colourOf(const Display& display, PointerTool tool);
/// Returns the effects that a tool has on the fluid in each step while the button is held. They act
/// all along the line of sight. Tools without a reach, tools that change the number of particles,
/// and tools whose effect stays (ToolRow::stays) have no such effect.
PointerForces pointerForces(const Display& display, PointerTool tool, const dpd::Tube& tube);

/// Draws the tool's icon around `centre`. The icon extends `scale` pixels in each direction.
void drawToolIcon(const Display& display, PointerTool tool, const glm::vec2& centre, float scale);
/// Draws a card with the settings of the chosen tool, if there are any, below the heading.
void drawToolCard(Display& display, float left);
/// Draws the toolbar at the left side of the work area. Returns its right end.
float drawToolbar(Display& display, const WorkArea& free);
/// Draws a ring over the fluid around `place`, in window coordinates.
void drawRing(const glm::vec3& colour, const glm::vec2& place, float radius, bool held);
/// Draws the dashed outline of a sphere, in window coordinates.
void drawTarget(const glm::vec3& colour, const glm::vec2& place, float radius);

}  // namespace gpubuck::demo
