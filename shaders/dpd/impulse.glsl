// The impulse of the user's pointer: particles near a line are pulled towards it, pushed away or driven around it for
// one step (src/dpd/impulse.h).
// Reads: the particles. Writes: o_velocity, o_predicted. One invocation: one particle.
// A particle that has failed stays as it is; noise state and id never change.
//
// Both velocities get the same kick, as if the particle had always been that much faster: the kick comes at the
// beginning of a step, and the prediction is the velocity that friction acts on in it. If only the velocity changed,
// friction would miss the kick in this step and act on half of it too much in the next.

#include "cells/grid.glsl"
#include "dpd/has_failed.glsl"
#include "dpd/tube.glsl"

uniform bool u_stirs;  // around the line, not towards it
uniform float u_kick;  // the highest change of velocity: strength times the time step

void run(int i) {
  o_velocity = velocityOf(i);
  o_predicted = predictedOf(i);
  if (hasFailed(o_velocity)) return;
  vec3 way = toLine(positionOf(i).xyz);
  float d = length(way);
  // A particle on the line has no direction towards it or around it.
  if (d == 0.0 || d >= u_radius) return;
  float x = d / u_radius;
  vec3 unit = way / d;
  vec3 kick = u_kick * (1.0 - x) * (u_stirs ? 4.0 * x * cross(u_direction, unit) : unit);
  if (kDimensions == 2) kick.z = 0.0;
  o_velocity.xyz += kick;
  o_predicted.xyz += kick;
}
