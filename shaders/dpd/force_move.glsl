// One time step of one particle: forces, then leap-frog (paper section 4.1).
// Reads: the particles and their neighbours, through the accessors of the step (src/dpd/steps/neighbourhood.h).
// Writes: o_position at n + 1; o_velocity at n + 1/2, w: advanced noise state; o_predicted, the velocity predicted for
// n + 1, w: id. One invocation: one particle. A particle fails if its displacement is not finite, or is at least the
// cut-off radius or a side of the box. From then on it stays where it is and keeps its velocity, with the noise state
// -(u_blockStep + 1) as a mark, and src/dpd/failure_check.cpp reports it. A particle with more neighbours than the
// loops of a software renderer can visit fails, too, and gets the velocity 0.

#include "dpd/pair_terms.glsl"
#include "dpd/velocity_after.glsl"
#include "dpd/has_failed.glsl"
#include "dpd/solids.glsl"
#include "texel/loops_ended.glsl"
#ifdef EFFECT_MOVES
#include "dpd/move_elsewhere.glsl"
#endif

uniform int u_blockStep;

Sum g_force = kEmptySum;

void onPair(vec3 e, float r, vec3 terms, float energy) {
  addTo(g_force, (terms.x + terms.y + terms.z) * e);
}

/// Keeps the particle where it is from now on, with this velocity and the mark of the step.
void hold(vec3 velocity) {
  o_velocity = vec4(velocity, -float(u_blockStep + 1));
  o_predicted.xyz = vec3(0.0);
}

void run(int i) {
  enterFluid(i);
  vec4 velocity = velocityOf(i);
  o_position = positionOf(i);
  o_velocity = velocity;
  o_predicted = predictedOf(i);
  if (hasFailed(velocity)) return;

  sumPairs(i);
  if (!loopsEnded(i)) {
    hold(vec3(0.0));
    return;
  }
  vec3 before = velocity.xyz;
  vec3 after = velocityAfter(before, valueOf(g_force) + moleculeForceOn(i));
  vec3 displacement = after * timeStep();
  // Compares the bits of the magnitudes. The bits have the order of the magnitudes, and the bits of infinity and of
  // every NaN come after the bits of all finite numbers. A compiler may replace a comparison of floats by its opposite,
  // which lets a NaN pass.
  ivec3 magnitude = floatBitsToInt(displacement) & 0x7FFFFFFF;
  if (any(greaterThanEqual(magnitude, floatBitsToInt(min(vec3(kSearchRadius), kBoxSize))))) {
    hold(after);
    return;
  }
  vec3 position = passSolids(o_position.xyz, o_position.xyz + displacement, before, after);
#ifdef EFFECTS
  o_position.w = float(speciesAfter(own.id, own.position, own.species));
#endif
#ifdef EFFECT_MOVES
  position = placeAfter(own.id, position, before, after);
#endif
  o_position.xyz = position;
  o_velocity = vec4(after, advanceNoiseState(velocity.w));
  o_predicted.xyz = prediction() * after + (1.0 - prediction()) * before;
}
