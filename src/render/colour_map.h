// The colours of the species, and of quantities: a ramp from low to high, a signal colour, and one
// for everything else. All are sRGB in 0..1.
#pragma once

#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "dpd/model/fluid.h"

namespace gpubuck::render {

/// One colour per species: its own or, where it has none, that of its place in the palette of Okabe
/// and Ito ("Color Universal Design", 2008), whose colours can be told apart with every common
/// colour-vision deficiency. Its black is a dark grey here, so that shading shows on it; the order
/// makes the first two differ in lightness, too.
std::vector<glm::vec3> speciesColours(const std::vector<dpd::Species>& species);

/// The colour that catches the eye, and that of everything else. The first is not a colour of the
/// ramp; both stand out from black and from white.
inline constexpr glm::vec3 kSignalColour{1.0f, 0.28f, 0.16f};
inline constexpr glm::vec3 kMutedColour{0.55f, 0.57f, 0.60f};

/// The colour of `t` in 0..1; t below 0 or NaN counts as 0, above 1 as 1. Viridis by Smith and van
/// der Walt (matplotlib 1.5, 2015; CC0), whose steps look equally large even with the common
/// colour-vision deficiencies, interpolated between 17 of its 256 entries, which is exact to 0.02.
glm::vec3 rampColour(float t);

/// The GLSL constants of shaders/render/ramp.glsl.
std::string rampPrologue();

}  // namespace gpubuck::render
