// All shaders of the layer, for `gpubuck info --dump-shaders`.
#pragma once

#include "texel/device.h"

namespace gpubuck::render {

/// Creates an object of each variant of the layer's passes, which compiles its shaders.
void compileShaders(const texel::Device& device);

}  // namespace gpubuck::render
