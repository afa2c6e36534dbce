// The force law of DPD: on the particle at the head of e = (r_i - r_j) / r, with v = v_i - v_j, F = [ a w - g u^2 (e.v)
// + sigma u Theta / sqrt(dt) ] e, w = 1 - r, u = w^s, r < r_c = 1. s = 1 is the exponent of the paper (section 4.1); a
// smaller s makes a liquid more viscous (Fan et al. 2006). A law of forces along e, for pair_terms.glsl; its row in the
// table of laws is in src/dpd/model/pair_law.cpp. Reads and writes nothing. Functions.

#include "dpd/pair_weights.glsl"

/// Returns the three parts of the bracket of the force along e: conservative, dissipative and random; 0 beyond the
/// cut-off. `pair` holds a, g, sigma / sqrt(dt) and s of the two species; `approach` is e.v.
vec3 pairTerms(vec4 pair, float r, float approach, float theta) {
  float u = noiseWeightAt(pair, r);
  return vec3(pair.x * weightAt(r), -pair.y * u * u * approach, pair.z * u * theta);
}

/// Returns the potential of the conservative force, 0 beyond the cut-off. The function is written in terms of the
/// force, so that compilers do not reorder the factors of the force.
float pairEnergy(vec4 pair, float r) {
  return 0.5 * pairTerms(pair, r, 0.0, 0.0).x * weightAt(r);
}

/// Returns the energy of a particle apart from the energy of its pairs.
float ownEnergy() {
  return 0.0;
}
