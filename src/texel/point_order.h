// Whether points are drawn in their order, on which the bucket sort relies.
#pragma once

#include "texel/device.h"

namespace gpubuck::texel {

/// Draws points that meet on texels, and looks which stay: the last ones, as OpenGL has it. Once
/// per device, then at no cost. Throws RunError that names the first texel where another one stays.
void requirePointOrder(const Device& device);

}  // namespace gpubuck::texel
