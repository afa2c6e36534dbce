// Each particle's contribution to the observables at step n (src/dpd/observer.h).
// Reads: the particles and their neighbours, through the accessors of the step (src/dpd/steps/neighbourhood.h). The
// prologue includes everywhere.glsl, or in_slab.glsl for the stress in a slab: a pair then counts in proportion to the
// part of its line that is inside (Irving and Kirkwood), and the motion of a particle if that is inside.
// Writes:
//   o_motion: momentum, w: kinetic energy, both the means of those at n-1/2 and n+1/2;
//   o_pairs, x: half of its pairs' potential energy with its own, y: half of r times their whole force, and the virial
//     of its bonds and angles, z: its potential energy in the field of gravity, w: the kinetic energy of its mean
//     velocity;
//   o_stress: xx, yy, zz of its share of pressure times volume: mass times velocity squared, half of the conservative
//     force times distance, and that virial; w: its species, or NaN if it is not sound or has more neighbours than
//     the loops of a software renderer can visit.
// One invocation: one particle.

#include "dpd/velocity_after.glsl"
#include "dpd/has_failed.glsl"
#include "texel/loops_ended.glsl"

uniform float u_mass[kSpecies];

Sum g_force = kEmptySum;
Sum g_pairs = kEmptySum;
Sum g_stress = kEmptySum;

void onPair(vec3 e, float r, vec3 terms, float energy) {
  float total = terms.x + terms.y + terms.z;
  addTo(g_force, total * e);
  addTo(g_pairs, 0.5 * vec3(energy, r * total, 0.0));
  addTo(g_stress, 0.5 * r * terms.x * shareInside(own.position, -r * e) * e * e);
}

void run(int i) {
  sumPairs(i);
  float mass = u_mass[own.species];
  vec4 velocity = velocityOf(i);
  vec3 before = velocity.xyz;
  vec3 after = velocityAfter(before, valueOf(g_force) + moleculeForceOn(i));
  vec3 mean = 0.5 * (before + after);
  vec3 squares = 0.5 * (before * before + after * after);
  o_motion = vec4(mass * mean, 0.5 * mass * (squares.x + squares.y + squares.z));
  vec2 ofPairs = valueOf(g_pairs).xy;
  float potential = ofPairs.x + ownEnergy();
  vec3 virial = moleculeVirialOf(i);
  float totalVirial = ofPairs.y + virial.x + virial.y + virial.z;
  o_pairs = vec4(potential, totalVirial, -mass * dot(u_gravity, own.position), 0.5 * mass * dot(mean, mean));
  o_stress = vec4(mass * shareInside(own.position, vec3(0.0)) * squares + valueOf(g_stress) + virial,
                  isSound(velocity) && loopsEnded(i) ? float(own.species) : uintBitsToFloat(0x7FC00000u));
}
