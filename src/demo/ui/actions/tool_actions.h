// Actions of the pointer on the fluid: strokes of tools, the tilt, the sphere
// (demo/ui/actions/actions.h).
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <string>

#include "demo/ui/actions/workspace.h"
#include "dpd/model/effects.h"

namespace gpubuck::demo {

/// Chooses a tool. If the tool has no effect on the present fluid, a notice says why.
void setTool(Display& display, PointerTool tool);
/// Returns why a tool can have no effect on the present fluid, wherever the camera is, or an empty
/// string.
std::string whyNoTool(const dpd::Fluid& fluid, PointerTool tool);
/// Shows a notice if the tool has no effect on the present fluid.
void warnOfUselessTool(Display& display, PointerTool tool);
/// Chooses the camera tool if the chosen tool has no effect on the present fluid.
void suitTool(Display& display);
/// Sets the reach of tools, within limitsOf("tool/reach").
void setReach(Display& display, double reach);
/// Begin and end a stroke of the pointer. The stroke is one change for undo. `what` is the name of
/// the stroke (Workspace::stroke).
void beginStroke(Workspace& state, const std::string& what);
void endStroke(Workspace& state);

/// Begin and end a tilt of the box by the pointer (demo/view/tilt.h). At the end of the tilt the
/// box springs back or, with `stays`, remains tilted with gravity in its present direction.
void beginTilt(Workspace& state);
void endTilt(Workspace& state, bool stays);

/// Tips the box clockwise in the picture by `degrees.x`, and its top towards the eye by
/// `degrees.y`. The box remains tilted.
void tipBox(Workspace& state, const glm::dvec2& degrees);

/// Add particles in a tube, or erase the particles in the tube. If `tells` is set and there are no
/// particles to add or erase, a notice says so.
void addParticles(Workspace& state, const dpd::Tube& tube, bool tells);
void eraseParticles(Workspace& state, const dpd::Tube& tube, bool tells);
/// For a tool whose effects stay, returns the number of the effect that the tool would move, if the
/// fluid has such an effect.
std::optional<std::size_t> effectOf(const std::vector<dpd::Effect>& effects, PointerTool tool);
/// Puts the effect of a tool into a sphere at this place. The radius of the sphere is the reach of
/// the tools; for a drain it is at most the shortest side of the box. If the fluid has an effect
/// that the tool moves, moves this effect there; otherwise adds an effect. A new effect, or an
/// effect that accelerates, gets the tool's strength.
void placeEffect(Workspace& state, PointerTool tool, const glm::dvec3& centre);
void removeEffect(Workspace& state, std::size_t number);
/// Sets the species of the tools that paint and add.
void setToolSpecies(Display& display, int species);
/// Returns the species of the tools that paint and add, clamped to the species of the fluid.
int toolSpecies(const Display& display);

/// Returns the number of the first body that is a sphere, if any.
std::optional<std::size_t> sphereIn(const std::vector<dpd::Solid>& solids);
/// Puts a sphere of this radius into the middle of the fluid, or resizes the first sphere. Radius 0
/// removes the sphere.
void setSphere(Workspace& state, double radius);
/// Releases a body, by its number among the solids. The body stays at rest where it is.
void dropBody(Workspace& state, std::size_t number);
/// Returns the radius of the largest sphere that fits into the box and into the vessel of the
/// fluid, if any.
double largestSphere(const Display& display);

}  // namespace gpubuck::demo
