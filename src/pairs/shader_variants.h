// All shaders of the layer, for `gpubuck info --dump-shaders`.
#pragma once

#include "texel/device.h"

namespace gpubuck::pairs {

/// Makes an object of every variant of the layer's passes, which compiles its shaders.
void compileShaders(const texel::Device& device);

}  // namespace gpubuck::pairs
