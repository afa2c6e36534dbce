// The force law of many-body DPD (Warren 2003): on the particle at the head of e = (r_i - r_j) / r, with v = v_i - v_j,
// F = [ a w + b (rho_i + rho_j) w_d - g u^2 (e.v) + sigma u Theta / sqrt(dt) ] e, w = 1 - r, w_d = 1 - r / r_d, u =
// w^s, r < r_c = 1. The densities rho are sums over neighbours (density.glsl) of N (1 - r / r_d)^2 or, with kIsLucy, of
// N (1 + 3 r / r_d) (1 - r / r_d)^3. A pair has the energy a / 2 (1 - r)^2, and a particle has the energy c rho^2. A
// law of forces along e, for pair_terms.glsl; its row in the table of laws, N and c are in src/dpd/model/pair_law.cpp.
// Reads g_densities. Writes nothing. Functions.

#include "dpd/pair_densities.glsl"
#include "dpd/pair_weights.glsl"

#ifndef BATCH
uniform vec4 u_law;

/// Returns b, 1 / r_d, N and c.
vec4 sharedOfLaw() { return u_law; }
#endif

float densityWeightAt(float r) {
  return max(1.0 - r * sharedOfLaw().y, 0.0);
}

/// Returns the contribution of a neighbour at the distance r to a density.
float densityAt(float r) {
  float w = densityWeightAt(r);
  float density = sharedOfLaw().z * w * w;
  return kIsLucy ? density * (w * (4.0 - 3.0 * w)) : density;
}

/// Returns the three parts of the bracket of the force along e: conservative, dissipative and random; 0 beyond the
/// cut-off. `pair` holds a, g, sigma / sqrt(dt) and s of the two species; `approach` is e.v.
vec3 pairTerms(vec4 pair, float r, float approach, float theta) {
  float u = noiseWeightAt(pair, r);
  float conservative = pair.x * weightAt(r) + sharedOfLaw().x * (g_densities.x + g_densities.y) * densityWeightAt(r);
  return vec3(conservative, -pair.y * u * u * approach, pair.z * u * theta);
}

/// Returns the potential of the attraction, 0 beyond the cut-off.
float pairEnergy(vec4 pair, float r) {
  float w = weightAt(r);
  return 0.5 * pair.x * w * w;
}

/// Returns the energy of a particle apart from the energy of its pairs.
float ownEnergy() {
  return sharedOfLaw().w * g_densities.x * g_densities.x;
}
