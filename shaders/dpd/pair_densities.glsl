// The densities that a force law reads (density.glsl): the density of the particle, and the density of the neighbour
// that is being visited.

vec2 g_densities = vec2(0.0);
