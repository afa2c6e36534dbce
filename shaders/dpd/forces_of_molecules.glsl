// The forces of bonds and angles on a particle. Functions. Reads: u_moleculeForce and u_moleculeVirial
// (molecule_forces.glsl), one element per particle.

#include "texel/layout.glsl"

uniform sampler2D u_moleculeForce;
uniform sampler2D u_moleculeVirial;

vec3 moleculeForceOn(int i) {
  return texelFetch(u_moleculeForce, texelOf(i), 0).xyz;
}

/// Returns the particle's share of xx, yy and zz of the virial, the sum of distances times forces.
vec3 moleculeVirialOf(int i) {
  return texelFetch(u_moleculeVirial, texelOf(i), 0).xyz;
}
