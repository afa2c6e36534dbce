// Philox-4x32-10 (Salmon, Moraes, Dror and Shaw, SC'11) with 64-bit products: the oracle of
// shaders/dpd/noise_philox.glsl.
#pragma once

#include <array>
#include <cstdint>

namespace gpubuck::reference {

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key);

/// Returns theta of the pair {idA, idB} at a step: from counter (smaller id, larger id, step, 0),
/// key (seed, 0) and the upper 23 bits of the first word. It is uniform on (-sqrt 3, sqrt 3), and
/// equals the shader's value up to the rounding of the shader's one multiplication and one
/// addition.
float philoxPairNoise(std::uint32_t step, std::uint32_t seed, int idA, int idB);

/// Returns theta of one particle along an axis, for the noise that comes with a drag. The counter
/// is (id, id, step, axis + 1).
float philoxParticleNoise(std::uint32_t step, std::uint32_t seed, int id, int axis);

}  // namespace gpubuck::reference
