// Applies one effect to the particles before a time step (src/dpd/steps/effect_pass.h).
// Reads: the particles. Writes: with SHARE, o_share: the contribution of each particle to the mean velocity V of an
// effect that couples. w is m f, where f is the share of its velocity that the particle gives up. xyz is m (f v - s
// Theta), where s Theta is the random change of velocity; this is the negative of the particle's change of momentum if
// V is 0. Without SHARE: o_position, o_velocity and o_predicted. One invocation: one particle. A particle that has
// failed stays as it is; noise state and id never change.
//
// The velocity and the predicted velocity get the same kick, as if the particle had always been that much faster: the
// kick comes at the beginning of a step, and the prediction is the velocity that friction acts on in this step. If only
// the velocity changed, friction would ignore the kick in this step, and would overestimate it in the next step.

#include "cells/grid.glsl"
#include "dpd/effects.glsl"
#include "dpd/has_failed.glsl"

uniform float u_inverseMass[kSpecies];

void run(int i) {
  vec4 position = positionOf(i);
  vec4 velocity = velocityOf(i);
  vec4 predicted = predictedOf(i);
  int id = int(predicted.w), species = int(position.w);
  float inverseMass = u_inverseMass[species];
  bool failed = hasFailed(velocity);
  // A factor 0 would not be enough: 0 times a number that is not finite is not 0.
  vec3 kick = failed ? vec3(0.0) : effectKick(id, position.xyz, velocity.xyz, inverseMass);
#ifdef SHARE
  vec3 way;
  float x = effectReach(0, position.xyz, way);
  float f = failed || x >= 1.0 ? 0.0 : coupledShare(0, x);
  o_share = vec4(-kick, f) / inverseMass;
#else
  o_position = vec4(position.xyz, float(speciesAfter(id, position.xyz, species)));
  o_velocity = velocity;
  o_predicted = predicted;
  if (kick == vec3(0.0)) return;  // adding 0 would turn -0 into 0
  o_velocity.xyz += kick;
  o_predicted.xyz += kick;
#endif
}
