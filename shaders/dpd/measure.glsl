// Each particle's contribution to the observables at step n (src/dpd/observer.h).
// Reads: the particles and their neighbours, through the accessors of the step (src/dpd/steps/neighbourhood.h). The
// prologue includes everywhere.glsl, or in_slab.glsl for the stress in a slab: a pair then counts in proportion to the
// part of its line that is inside (Irving and Kirkwood), and the motion of a particle counts if the particle is inside.
// Writes: the numbers that the table of src/dpd/measure.h names, four per output. The table also supplies the
// statements that write these numbers, WRITE_SUMS, in terms of the variables of run(). The last channel has the species
// of the particle, or NaN if the particle is not sound or has more neighbours than the loops of a software renderer can
// visit.
// One invocation: one particle.

#include "dpd/velocity_after.glsl"
#include "dpd/has_failed.glsl"
#include "texel/loops_ended.glsl"

#ifndef BATCH
uniform float u_mass[kSpecies];

float massOf(int species) { return u_mass[species]; }
#endif

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
  enterFluid(i);
  sumPairs(i);
  float mass = massOf(own.species);
  vec4 velocity = velocityOf(i);
  vec3 before = velocity.xyz;  // at n-1/2
  vec3 after = velocityAfter(before, valueOf(g_force) + moleculeForceOn(i));  // at n+1/2
  vec3 mean = 0.5 * (before + after);
  vec3 squares = 0.5 * (before * before + after * after);
  vec2 ofPairs = valueOf(g_pairs).xy;  // halved sums over pairs; x: potential energy, y: r times the force
  vec3 stress = valueOf(g_stress);     // halved sums over pairs: xx, yy, zz of conservative force times distance
  vec3 virial = moleculeVirialOf(i);   // the particle's share of xx, yy, zz of the virial of bonds and angles
  float inside = shareInside(own.position, vec3(0.0));
  float species = isSound(velocity) && loopsEnded(i) ? float(own.species) : uintBitsToFloat(0x7FC00000u);
  WRITE_SUMS
}
