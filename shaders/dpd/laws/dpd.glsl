// The force law of DPD (paper section 4.1): on the particle at the head of e = (r_i - r_j) / r, with v = v_i - v_j,
//   F = [ a w  -  g w^2 (e.v)  +  s w Theta / sqrt(dt) ] e,   w = 1 - r,   r < r_c = 1.
// A law of forces along e, for pair_terms.glsl; its row is in src/dpd/pair_law.cpp. Reads and writes nothing. Functions.

float weightAt(float r) {
  return max(1.0 - r, 0.0);
}

/// The three brackets of the force along e: conservative, dissipative, random; 0 beyond the cut-off. `pair` holds a, g and
/// s / sqrt(dt) of the two species; `approach` is e.v.
vec3 pairTerms(vec4 pair, float r, float approach, float theta) {
  float w = weightAt(r);
  return vec3(pair.x * w, -pair.y * w * w * approach, pair.z * w * theta);
}

/// The potential of the conservative force, 0 beyond the cut-off.
float pairEnergy(vec4 pair, float r) {
  float w = weightAt(r);
  return 0.5 * (pair.x * w) * w;
}
