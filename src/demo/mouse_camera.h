// The camera under the mouse: how dragging and the wheel change a view.
#pragma once

#include <glm/vec2.hpp>

#include "scenario/scenario.h"

namespace gpubuck::demo {

/// The box turns with the pointer as if held by its front: half a turn for the width of the
/// picture. Elevation stops at the poles.
scenario::View orbit(const scenario::View& view, const glm::dvec2& pixels,
                     const glm::dvec2& pictureSize);

/// The box follows the pointer.
scenario::View pan(const scenario::View& view, const glm::dvec2& pixels,
                   const glm::dvec2& pictureSize);

/// One notch of the wheel zooms by a tenth; the point under the pointer (`at`: pixels from the
/// middle of the picture, y up) stays there.
scenario::View zoom(const scenario::View& view, double notches, const glm::dvec2& at,
                    const glm::dvec2& pictureSize);

}  // namespace gpubuck::demo
