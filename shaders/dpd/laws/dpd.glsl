// The force law of DPD: on the particle at the head of e = (r_i - r_j) / r, with v = v_i - v_j,
//   F = [ a w - g u^2 (e.v) + sigma u Theta / sqrt(dt) ] e, w = 1 - r, u = w^s, r < r_c = 1. s = 1 is the paper's
//     (section 4.1); smaller ones make a liquid more viscous (Fan et al. 2006).
// A law of forces along e, for pair_terms.glsl; its row is in src/dpd/model/pair_law.cpp. Reads kHasExponents: whether
// a pair has an s other than 1. Writes nothing. Functions.

float weightAt(float r) {
  return max(1.0 - r, 0.0);
}

/// Returns u, the weight of the noise. pair.w is s; for s = 1 the weight equals that of the repulsion to the last bit.
float noiseWeightAt(vec4 pair, float r) {
  float w = weightAt(r);
  return !kHasExponents || pair.w == 1.0 ? w : pow(w, pair.w);
}

/// The three brackets of the force along e: conservative, dissipative, random; 0 beyond the cut-off. `pair` holds a, g,
/// sigma / sqrt(dt) and s of the two species; `approach` is e.v.
vec3 pairTerms(vec4 pair, float r, float approach, float theta) {
  float u = noiseWeightAt(pair, r);
  return vec3(pair.x * weightAt(r), -pair.y * u * u * approach, pair.z * u * theta);
}

/// Returns the potential of the conservative force, 0 beyond the cut-off. It is written with that force, so that
/// compilers do not reorder its factors.
float pairEnergy(vec4 pair, float r) {
  return 0.5 * pairTerms(pair, r, 0.0, 0.0).x * weightAt(r);
}
