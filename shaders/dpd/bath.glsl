// A bath at a temperature around a line, for one time step (src/dpd/impulse.h). A particle at x of the radius gives up
// the part f of its velocity relative to V and takes a random velocity s Theta. This is an Ornstein-Uhlenbeck process
// about V, with the rate u_rate (1 - x) and the temperature u_kT, exact for a time step of any length. V is chosen so
// that all changes of momentum add up to zero.
// Reads: the particles. Writes: with SHARE o_share, the contribution of each to V, m (f v - s Theta), and m f in w;
// else o_velocity and o_predicted, to both of which the same change is added, as in impulse.glsl.
// One invocation: one particle. A particle that has failed stays as it is and has no share.

#include "cells/grid.glsl"
#include "dpd/has_failed.glsl"
#include "dpd/noise_philox.glsl"
#include "dpd/tube.glsl"

uniform float u_mass[kSpecies];
uniform float u_rate;  // times the time step
uniform float u_kT;
#ifndef SHARE
uniform vec3 u_mean;  // V
#endif

// The words after those of pairs and of single particles (noise_philox.glsl).
vec3 bathNoise(uint id) {
  vec3 noise = vec3(0.0);
  for (int axis = 0; axis < kDimensions; ++axis) {
    noise[axis] = noiseOf(uvec4(id, id, u_noiseStep, uint(axis + 4)));
  }
  return noise;
}

void run(int i) {
  vec4 position = positionOf(i);
  vec4 velocity = velocityOf(i);
  vec4 predicted = predictedOf(i);
  float x = length(toLine(position.xyz)) / u_radius;
  bool isIn = x < 1.0 && !hasFailed(velocity);
  float mass = u_mass[int(position.w)];
  float f = isIn ? 1.0 - exp(-u_rate * (1.0 - x)) : 0.0;
  vec3 random = isIn ? sqrt(u_kT / mass * f * (2.0 - f)) * bathNoise(uint(predicted.w)) : vec3(0.0);
#ifdef SHARE
  // 0 times a number that is not finite would not be 0.
  o_share = isIn ? mass * vec4(f * velocity.xyz - random, f) : vec4(0.0);
#else
  vec3 kick = isIn ? random - f * (velocity.xyz - u_mean) : vec3(0.0);
  o_velocity = velocity + vec4(kick, 0.0);
  o_predicted = predicted + vec4(kick, 0.0);
#endif
}
