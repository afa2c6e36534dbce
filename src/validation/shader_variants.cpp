#include "texel/device.h"
#include "validation/noise_checks.h"

namespace gpubuck::validation {

/// Compiles every variant of the shaders of this layer, so that app/shader_dump.cpp can write them.
void compileShaders(const texel::Device& device) {
  for (const dpd::Noise& noise : dpd::kNoises) const NoiseDraws draws(device, noise.value, 1);
}

}  // namespace gpubuck::validation
