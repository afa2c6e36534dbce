// The densities that a force law reads (density.glsl): of the particle, and of the neighbour that is being visited.

vec2 g_densities = vec2(0.0);
