// Philox-4x32-10 (Salmon, Moraes, Dror and Shaw, SC'11) with 64-bit products: the oracle of
// shaders/dpd/noise_philox.glsl.
#pragma once

#include <array>
#include <cstdint>

namespace gpubuck::reference {

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key);

/// Theta of the pair {idA, idB} at a step: counter (smaller id, larger id, step, 0), key (seed, 0),
/// the upper 23 bits of the first word. Uniform on (-sqrt 3, sqrt 3); equal to the shader's value
/// up to the rounding of its one multiplication and one addition.
float philoxPairNoise(std::uint32_t step, std::uint32_t seed, int idA, int idB);

/// Theta of one particle along an axis, of the noise that comes with a drag: counter (id, id, step,
/// axis + 1).
float philoxParticleNoise(std::uint32_t step, std::uint32_t seed, int id, int axis);

}  // namespace gpubuck::reference
