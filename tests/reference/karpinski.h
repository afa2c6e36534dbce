// The float32 twin of shaders/dpd/noise_karpinski.glsl and noise_karpinski_sequence.glsl: the same
// operations in the same order, for statistics that need more draws than a GPU test should make.
// Not a bit-for-bit oracle: a GPU may fuse a multiplication with the addition after it.
#pragma once

#include <cstdint>

namespace gpubuck::reference {

/// Four numbers in [0, 1) that stand for (step, seed); constant for all pairs of a step.
struct KarpinskiKey {
  float x, y, z, w;
};

KarpinskiKey karpinskiKey(std::uint32_t step, std::uint32_t seed);

/// Theta of the pair {idA, idB}, ids 0..16777214: symmetric bit for bit, uniform on
/// (-sqrt 3, sqrt 3), mean 0, variance 1.
float karpinskiPairNoise(const KarpinskiKey& key, int idA, int idB);

/// Theta of one particle along an axis, of the noise that comes with a drag.
float karpinskiParticleNoise(const KarpinskiKey& key, int id, int axis);

/// One step of the paper's recurrence (section 4.2), frac(1.000005 (state + sqrt 3)^5), in the
/// order of the shader: t^4 (1.000005 t), kept in [0, 1).
float karpinskiSequenceAdvance(float state);

/// Theta of a pair from the sequence states of its two particles.
float karpinskiSequencePairNoise(float stateA, float stateB);

}  // namespace gpubuck::reference
