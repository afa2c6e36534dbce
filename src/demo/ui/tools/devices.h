// The places of the fluid in the picture, the effects that tools have left in the fluid, such as a
// fountain, and the rings that show these effects.
#pragma once

#include <cstddef>
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

#include "demo/ui/actions/workspace.h"
#include "demo/view/fluid_view.h"
#include "render/camera.h"

namespace gpubuck::demo {

/// Returns the number of the effect whose ring is around `place`, pixels of the picture from its
/// top left corner. If there are several such rings, returns the effect whose middle is nearest.
std::optional<std::size_t> deviceAt(const Display& display, const PictureArea& picture,
                                    const glm::dvec2& place);

/// Draws the rings of all effects and of outlets, each in the colour of its tool. For the effect
/// under the pointer, also draws its name and the way to remove it. `pointed` is the place of the
/// pointer in the picture, if the pointer is there.
void drawDevices(const Display& display, const PictureArea& picture,
                 const std::optional<glm::dvec2>& pointed);

/// Removes the effect, and shows a notice.
void removeDevice(Workspace& state, std::size_t number);
/// Shows a notice about the effect that a tool has just placed: its action, or that there is no
/// fluid in its ring.
void explainDevice(Workspace& state, PointerTool tool);
/// Shows a notice after a restart that has kept effects which tools have added to the scenario.
void tellOfKeptDevices(Workspace& state);

/// Returns whether a visible particle is on a line of sight, or very near to the line. Returns
/// false if there are too many particles for a search.
bool showsFluid(Display& display, const render::Ray& line);

/// Converts pixels of the picture from its top left corner to a place in the window.
glm::vec2 windowPlaceOf(const glm::dvec2& place, const PictureArea& picture);

}  // namespace gpubuck::demo
