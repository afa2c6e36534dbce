// The jet and the lamp of a fluid, for one time step (src/dpd/model/sources.h).
// Reads: the particles. Writes: o_position (the species in w), o_velocity and o_predicted, to both of which the same
// change is added, as in impulse.glsl. One invocation: one particle. A particle that has failed stays as it is.

#include "cells/grid.glsl"
#include "dpd/distance_to.glsl"
#include "dpd/has_failed.glsl"
#include "dpd/noise_philox.glsl"

uniform float u_mass[kSpecies];
uniform vec3 u_jetCentre;
uniform float u_jetRadius;  // 0 without a jet
uniform vec3 u_jetKick;     // change of velocity at the centre
uniform vec3 u_lampCentre;
uniform float u_lampRadius;  // 0 without a lamp
uniform float u_lampKick;    // standard deviation of the change of velocity along an axis, for the mass 1
uniform int u_cold;          // species that becomes u_hot under the lamp, or -1
uniform int u_hot;           // species that becomes u_cold elsewhere, or -1
uniform float u_heats;       // probability of the one
uniform float u_cools;       // and of the other

/// Returns one of the numbers of a particle in a step. The words after those of baths (bath.glsl).
float sourceNoise(uint id, int word) {
  return noiseOf(uvec4(id, id, u_noiseStep, uint(word + 7)));
}

void run(int i) {
  o_position = positionOf(i);
  o_velocity = velocityOf(i);
  o_predicted = predictedOf(i);
  if (hasFailed(o_velocity)) return;
  vec3 kick = vec3(0.0);
  float r = distanceTo(u_jetCentre, o_position.xyz);
  if (r < u_jetRadius) kick = (1.0 - r / u_jetRadius * (r / u_jetRadius)) * u_jetKick;
  if (u_lampRadius > 0.0) {
    uint id = uint(o_predicted.w);
    int species = int(o_position.w);
    bool isUnder = distanceTo(u_lampCentre, o_position.xyz) < u_lampRadius;
    if (isUnder && u_lampKick > 0.0) {
      float size = u_lampKick / sqrt(u_mass[species]);
      for (int axis = 0; axis < kDimensions; ++axis) kick[axis] += size * sourceNoise(id, axis);
    }
    if (species == (isUnder ? u_cold : u_hot)) {
      // The number is uniform within the square root of 3 on both sides of 0.
      float chance = sourceNoise(id, 3) / 3.4641 + 0.5;
      if (chance < (isUnder ? u_heats : u_cools)) o_position.w = float(isUnder ? u_hot : u_cold);
    }
  }
  if (kDimensions == 2) kick.z = 0.0;
  o_velocity.xyz += kick;
  o_predicted.xyz += kick;
}
