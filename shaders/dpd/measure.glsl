// What each particle adds to the observables at step n (src/dpd/observer.h).
// Reads: u_position, u_velocity, u_predicted and the lists. Writes: o_motion: momentum, w: kinetic energy, both the
// means of those at n-1/2 and n+1/2; o_pairs: half of its pairs' potential energy, of r times the conservative
// force, and of r times the whole force; w: its potential energy in the field of gravity.
// One invocation: one particle.

#include "search/lists.glsl"
#include "dpd/pair_terms.glsl"

uniform float u_mass[kSpecies];
uniform vec3 u_gravity;
uniform float u_timeStep;

vec3 g_force;
vec3 g_pairs;

void onPair(vec3 e, float r, vec3 terms, float repulsion) {
  float total = terms.x + terms.y + terms.z;
  g_force += total * e;
  g_pairs += 0.5 * vec3(0.5 * repulsion * (1.0 - r) * (1.0 - r), r * terms.x, r * total);
}

void run(int i) {
  g_force = vec3(0.0);
  g_pairs = vec3(0.0);
  sumPairs(i);
  float mass = u_mass[own.species];
  vec3 before = texelFetch(u_velocity, texelOf(i), 0).xyz;
  vec3 after = before + u_timeStep * (g_force / mass + u_gravity);
  o_motion = vec4(0.5 * mass * (before + after), 0.25 * mass * (dot(before, before) + dot(after, after)));
  o_pairs = vec4(g_pairs, -mass * dot(u_gravity, own.position));
}
