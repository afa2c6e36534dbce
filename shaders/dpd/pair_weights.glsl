// The weights of the forces of DPD (laws/*.glsl). Functions. Reads kHasExponents: whether s differs from 1 for at least
// one pair of species.

float weightAt(float r) {
  return max(1.0 - r, 0.0);
}

/// Returns u, the weight of the noise. pair.w is s; for s = 1 the weight equals the weight of the repulsion to the last
/// bit.
float noiseWeightAt(vec4 pair, float r) {
  float w = weightAt(r);
  return !kHasExponents || pair.w == 1.0 ? w : pow(w, pair.w);
}
