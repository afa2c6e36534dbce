// The tools of the pointer: what they are called, the bar over the fluid where they are chosen, and
// the ring that shows how far they reach.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "demo/demo_state.h"

namespace gpubuck::demo {

/// What is known of a tool.
struct ToolRow {
  PointerTool tool;
  std::string word;   ///< for its mark, "tool/WORD", and for the journal
  std::string key;    ///< that chooses it, as keyName() has it
  std::string label;  ///< what the user reads
  std::string help;
  glm::vec3 colour;  ///< of its ring, sRGB in 0..1
  /// What its strength means; empty: it has none.
  std::string strength{};
  bool hasSpecies = false;  ///< is of one species
  bool hasReach = true;     ///< acts on the fluid around the pointer
};

/// In the order of the bar.
const std::vector<ToolRow>& toolRows();
const ToolRow& rowOf(PointerTool tool);

/// Of its ring: that of its species, or its own.
glm::vec3 colourOf(const DemoState& state, PointerTool tool);
/// What a tool that is held does to the fluid in every step, all along the line of sight; nothing
/// for those without a reach, and for those that change the number of particles.
Hand handOf(const DemoState& state, PointerTool tool, const dpd::Tube& tube);

/// Draws the bar at the left side of the fluid, which begins at `left`. Returns its right end.
float drawToolbar(DemoState& state, float left);
/// A ring over the fluid around `place`, in window coordinates.
void drawRing(const glm::vec3& colour, const glm::vec2& place, float radius, bool held);

}  // namespace gpubuck::demo
