#include "validation/shader_variants.h"

#include "validation/noise_checks.h"

namespace gpubuck::validation {

void compileShaders(const texel::Device& device) {
  for (const dpd::Noise& noise : dpd::kNoises) const NoiseDraws draws(device, noise.value, 1);
}

}  // namespace gpubuck::validation
