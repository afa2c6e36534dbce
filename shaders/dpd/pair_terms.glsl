// The force terms of all pairs of a particle: fetches its neighbours and hands them to the force law (laws/*.glsl).
// Reads: the particles and their neighbours (neighbour_textures.glsl, particle_buffers.glsl or particle_texels.glsl);
// the cells, through the cell structure. The prologue includes the particles, the law and the noise. Writes nothing.
// Functions: the including body defines onPair and calls sumPairs.

#include "dpd/coefficients.glsl"
#include "dpd/own_particle.glsl"

/// Is called for every pair inside the cut-off, and for some pairs beyond it, whose terms and energy are 0: skipping
/// them would take longer. `terms` are the three parts of the bracket of the force along e: conservative, dissipative
/// and random. `energy` is the potential of the conservative force.
void onPair(vec3 e, float r, vec3 terms, float energy);

void visitNeighbour(int place, vec3 image) {
  vec4 position = neighbourPositionAt(place);
  vec3 d = separation(position.xyz, image);
  float squared = dot(d, d);
  vec4 predicted = neighbourPredictedAt(place);
  int id = int(predicted.w);
  if (!kKnowsPlace && id == own.id) return;
  float r = sqrt(squared);
  // Two particles at the same place have no direction between them; they have an energy, but no force.
  vec3 e = r > 0.0 ? d / r : vec3(0.0);
  // The coefficients are one vector, since software renderers read elements at a variable index one by one.
  vec4 pair = pairCoefficients(own.species, int(position.w));
  float theta = pairNoise(own.id, id, own.noiseState, neighbourNoiseStateAt(place));
  noteNeighbourDensity(place);
  vec3 terms = pairTerms(pair, r, dot(e, own.predicted - predicted.xyz), theta);
  onPair(e, r, terms, pairEnergy(pair, r));
}

void sumPairs(int i) {
  beginNoise();
  noteOwnDensity(i);
  visitNeighbours(i);
}
