// Checks that points are drawn in order, on which the bucket sort relies.
#pragma once

#include "texel/device.h"

namespace gpubuck::texel {

/// Draws several points onto each of some texels, and checks that the last ones stay, as OpenGL
/// requires. Runs once per device; later calls cost nothing. Throws RunError with the first texel
/// where another point stays.
void requirePointOrder(const Device& device);

}  // namespace gpubuck::texel
