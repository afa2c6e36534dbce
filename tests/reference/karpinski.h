// The float32 twin of shaders/dpd/noise_karpinski.glsl and noise_karpinski_sequence.glsl: the same
// operations in the same order, for statistics that need more draws than a GPU test should make.
// It is not an oracle bit for bit, since a GPU may fuse a multiplication and the addition after it.
#pragma once

#include <cstdint>

namespace gpubuck::reference {

/// Four numbers in [0, 1) that represent step and seed, the same for all pairs of a step.
struct KarpinskiKey {
  float x, y, z, w;
};

KarpinskiKey karpinskiKey(std::uint32_t step, std::uint32_t seed);

/// Returns theta of the pair {idA, idB}, with ids 0..16777214. It is symmetric bit for bit, and
/// uniform on (-sqrt 3, sqrt 3), with mean 0 and variance 1.
float karpinskiPairNoise(const KarpinskiKey& key, int idA, int idB);

/// Returns theta of one particle along an axis, for the noise that comes with a drag.
float karpinskiParticleNoise(const KarpinskiKey& key, int id, int axis);

/// Makes one step of the paper's recurrence (section 4.2), frac(1.000005 t^5) with t = state + sqrt
/// 3. As in the shader, this is computed as t^4 (1.000005 t), and kept in [0, 1).
float karpinskiSequenceAdvance(float state);

/// Returns theta of a pair from the sequence states of its two particles.
float karpinskiSequencePairNoise(float stateA, float stateB);

}  // namespace gpubuck::reference
