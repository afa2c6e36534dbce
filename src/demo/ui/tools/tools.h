// The tools of the pointer: their table, the toolbar over the fluid, and the ring that shows their
// reach.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "demo/ui/demo_state.h"
#include "demo/widgets/layout.h"

namespace gpubuck::demo {

class ToolIcon;

/// A tool and its texts.
struct ToolRow {
  PointerTool tool;
  std::string key;    ///< keyName() of the key that chooses it
  std::string label;  ///< name shown to the user
  std::string help;
  glm::vec3 colour;  ///< of its ring, sRGB in 0..1
  void (*icon)(const ToolIcon& icon);
  /// Help of its strength; empty for a tool without a strength.
  std::string strength{};
  bool hasSpecies = false;  ///< acts with one species
  bool hasReach = true;     ///< acts on the fluid around the pointer
  /// Returns what the tool does, without a place: in each step while the button is held, along the
  /// line of sight, or from then on if it stays. Null for a tool without an effect.
  dpd::Effect (*effect)(const Display& display) = nullptr;
  /// Empty, or the kinds of effects that stay and that the tool moves: the first of these in the
  /// fluid.
  std::vector<dpd::EffectKind> moves{};

  /// Returns its name in its mark, "tool/WORD", and in the journal.
  const std::string& word() const { return optionOf(kTools, tool).word; }
  bool stays() const { return !moves.empty(); }
};

/// All tools, in the order of the toolbar.
const std::vector<ToolRow>& toolRows();
const ToolRow& rowOf(PointerTool tool);

/// Returns the colour of the tool's ring: a lighter one of its species' colour, or the tool's own.
glm::vec3 colourOf(const DemoState& state, PointerTool tool);
/// Returns the effects on the fluid in each step of a tool whose button is held, all along the line
/// of sight. Tools without a reach, and tools that change the number of particles, have none.
PointerForces pointerForces(const DemoState& state, PointerTool tool, const dpd::Tube& tube);

/// Draws the tool's icon around `centre`, `scale` pixels from the middle to its ends.
void drawToolIcon(const DemoState& state, PointerTool tool, const glm::vec2& centre, float scale);
/// Draws the settings of the chosen tool, if it has any, in a box below the heading.
void drawToolCard(DemoState& state, float left);
/// Draws the toolbar at the left side of the work area. Returns its right end.
float drawToolbar(DemoState& state, const WorkArea& free);
/// Draws a ring over the fluid around `place`, in window coordinates.
void drawRing(const glm::vec3& colour, const glm::vec2& place, float radius, bool held);
/// Draws the dashed outline of a sphere, in window coordinates.
void drawTarget(const glm::vec3& colour, const glm::vec2& place, float radius);

}  // namespace gpubuck::demo
