#include "texel/device.h"
#include "validation/noise_checks.h"

namespace gpubuck::validation {

/// Makes an object of every variant of the passes of this layer (app/shader_dump.cpp).
void compileShaders(const texel::Device& device) {
  for (const dpd::Noise& noise : dpd::kNoises) const NoiseDraws draws(device, noise.value, 1);
}

}  // namespace gpubuck::validation
