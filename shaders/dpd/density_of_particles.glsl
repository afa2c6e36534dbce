// Notes the densities of both particles of a pair for the force law. Functions, to be included after the accessors of a
// step (src/dpd/steps/neighbourhood.h). Reads: u_density (density.glsl), one element per particle.

#include "dpd/pair_densities.glsl"
#include "texel/layout.glsl"

uniform sampler2D u_density;

void noteOwnDensity(int i) {
  g_densities.x = texelFetch(u_density, texelOf(i), 0).x;
}

void noteNeighbourDensity(int place) {
  g_densities.y = texelFetch(u_density, texelOf(particleAt(place)), 0).x;
}
