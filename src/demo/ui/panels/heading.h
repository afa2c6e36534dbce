// The texts above the fluid: its name, its time and its speed.
#pragma once

#include <glm/vec2.hpp>
#include <string>
#include <vector>

#include "demo/ui/actions/workspace.h"

namespace gpubuck::demo {

/// Returns a rate of steps as text: "250 steps/s", "2.5 steps/s", "5 s per step" for less than one
/// step per second, and "- steps/s" for 0.
std::string stepRateText(double perSecond);

/// Returns a text with the speed of a fluid whose steps take `stepSeconds`, and with a way to make
/// it faster. The text is empty if the fluid makes 30 steps per second or more.
std::string slowFluidHint(double stepSeconds);

/// Returns the name of the fluid and its number of particles.
std::string titleOf(FluidSession& session);

/// Returns the lines of the heading. The first line has the name, the number of particles and the
/// engine. The second line has the step and the time, and the third line has the speed, or a hint
/// while the fluid is paused. For a failed fluid, a line with the step of the failure replaces the
/// second and the third line.
std::vector<std::string> headingOf(Display& display);

/// Returns the heading of the slim layout: the title, and a hint while the fluid is paused.
std::string shortHeadingOf(Display& display);

/// Draws the heading, and the state of a film if there is one, below `top`, at the left end of the
/// room between `left` and `right`. With `isShort`, draws shortHeadingOf(). Returns the upper right
/// corner of the heading.
glm::vec2 drawHeading(Workspace& state, float left, float right, float top, bool isShort);

}  // namespace gpubuck::demo
