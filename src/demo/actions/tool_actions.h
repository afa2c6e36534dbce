// Actions of the pointer on the fluid: strokes of tools, the tilt, the sphere
// (demo/actions/actions.h).
#pragma once

#include <string>

#include "demo/demo_state.h"
#include "dpd/model/tube.h"

namespace gpubuck::demo {

void setTool(DemoState& state, PointerTool tool);
/// Sets the reach of tools, within limitsOf("tool/reach").
void setReach(DemoState& state, double reach);
/// The pointer begins to change the fluid, and ends it: what lies in between is one act of its
/// user. `what`: the word of a tool, "sphere".
void beginStroke(DemoState& state, const std::string& what);
void endStroke(DemoState& state);

/// The pointer takes the box to tip it over (demo/tools/tilt.h), and lets go of it: it springs
/// back, or `stays` so, with gravity where it is.
void beginTilt(DemoState& state);
void endTilt(DemoState& state, bool stays);

/// Adds particles in a tube, or takes those in it out, as often as their number allows while a
/// stroke lasts. `tells`: says so if there are none.
void addParticles(DemoState& state, const dpd::Tube& tube, bool tells);
void eraseParticles(DemoState& state, const dpd::Tube& tube, bool tells);
/// The species of the tool that paints or adds.
void setToolSpecies(DemoState& state, int species);
/// The same, one that the fluid has.
int toolSpecies(const DemoState& state);

/// Puts a sphere of this radius into the middle of the fluid, or resizes the one that is there; 0
/// takes it away.
void setSphere(DemoState& state, double radius);
/// Leaves the sphere at rest where it is.
void dropSphere(DemoState& state);
/// The largest sphere that the box of the fluid holds.
double largestSphere(const DemoState& state);

}  // namespace gpubuck::demo
