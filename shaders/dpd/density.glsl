// The density at a particle: the sum of the contributions of its neighbours (densityAt, shaders/dpd/laws). The force
// law then reads the densities of a particle and of its neighbours. Reads: the particles and their neighbours, through
// the accessors of the step (src/dpd/steps/neighbourhood.h). Writes: o_density, x: the density. One invocation: one
// particle.

#include "dpd/own_particle.glsl"

Sum g_density = kEmptySum;

void visitNeighbour(int place, vec3 image) {
  vec4 position = neighbourPositionAt(place);
  if (!kKnowsPlace && int(neighbourPredictedAt(place).w) == own.id) return;
  addTo(g_density, vec3(densityAt(length(separation(position.xyz, image))), 0.0, 0.0));
}

void run(int i) {
  enterFluid(i);
  visitNeighbours(i);
  o_density = vec4(valueOf(g_density).x, 0.0, 0.0, 0.0);
}
