// The velocity of a particle after the present step: pair forces, gravity, the body force of a periodic Poiseuille
// flow, the Langevin friction and noise of a medium at rest (src/dpd/model/fluid.h), and with EFFECTS the effects.
// Reads and writes nothing. Moves and measurements share these functions, so that a measurement shows the forces of the
// next step.

#include "cells/shape.glsl"
#include "dpd/pair_terms.glsl"

#ifdef EFFECTS
#include "dpd/effects.glsl"
#endif

/// Returns the acceleration of the particle whose pairs sumPairs has visited. `force` is the sum of the forces of
/// pairs, bonds and angles.
vec3 accelerationBy(vec3 force) {
  vec3 sum = force * inverseMassOf(own.species) + gravity();
  float height = own.position[kDimensions - 1];
  sum.x += height < 0.5 * kBoxSize[kDimensions - 1] ? poiseuille() : -poiseuille();
#ifndef NOISE_STATE
  if (drag() > 0.0) {
    for (int axis = 0; axis < kDimensions; ++axis) {
      sum[axis] += dragNoiseOf(own.species) * particleNoise(own.id, axis) - drag() * own.predicted[axis];
    }
  }
#endif
  return sum;
}

/// Returns the velocity at n + 1/2 from the velocity at n - 1/2 and the sum of the forces of pairs, bonds and angles.
vec3 velocityAfter(vec3 before, vec3 force) {
  vec3 after = before + accelerationBy(force) * timeStep();
#ifdef EFFECTS
  after += effectKick(own.id, own.position, before, inverseMassOf(own.species));
#endif
  return after;
}
