// The kinds of noise. A further kind needs a row of this table and a shader.
#pragma once

#include "base/enum_names.h"

namespace gpubuck::dpd {

enum class NoiseKind { Karpinski, KarpinskiSequence, Philox };

struct Noise {
  NoiseKind value;
  const char* name;
  const char* help;
  const char* shader;  ///< defines beginNoise, pairNoise, advanceNoiseState; particleNoise, too,
                       ///< without states
  bool hasStates;      ///< keeps one state per particle, and provides no noise for single particles
};

inline const std::vector<Noise> kNoises{
    {NoiseKind::Karpinski, "karpinski",
     "The paper's map r → frac(1.000005 (r + √3)⁵), here to mix the ids of the two particles, the "
     "step and the seed.",
     "dpd/noise_karpinski.glsl", false},
    {NoiseKind::KarpinskiSequence, "karpinski-sequence",
     "The paper's map as a sequence: each particle has a number of its own, at first at random, "
     "and a pair adds those of both. The paper gives the sequence, from 0 on, but not how a pair "
     "takes numbers from it. It repeats itself within a few hundred steps.",
     "dpd/noise_karpinski_sequence.glsl", true},
    {NoiseKind::Philox, "philox",
     "Philox-4x32-10 (Salmon et al. 2011), a generator of proven quality, for comparison.",
     "dpd/noise_philox.glsl", false}};

inline bool hasStates(NoiseKind kind) { return rowOf(kNoises, kind).hasStates; }

}  // namespace gpubuck::dpd
