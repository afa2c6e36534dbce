// Gives the particles in a tube a species (src/dpd/impulse.h).
// Reads: the particles. Writes: o_position. One invocation: one particle.

#include "dpd/tube.glsl"

uniform int u_species;

void run(int i) {
  o_position = positionOf(i);
  if (length(toLine(o_position.xyz)) < u_radius) o_position.w = float(u_species);
}
