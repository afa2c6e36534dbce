// The jet and the lamp of a fluid in one time step (src/dpd/model/sources.h). Functions, for the particle whose pairs
// have been summed. Reads u_noiseStep and u_noiseSeed; writes nothing.

#include "dpd/distance_to.glsl"
#include "dpd/effect_noise.glsl"

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

bool isUnderLamp() { return u_lampRadius > 0.0 && distanceTo(u_lampCentre, own.position) < u_lampRadius; }

/// Returns the change of velocity of the particle.
vec3 sourceKick() {
  vec3 kick = vec3(0.0);
  float r = distanceTo(u_jetCentre, own.position);
  if (r < u_jetRadius) kick = (1.0 - r / u_jetRadius * (r / u_jetRadius)) * u_jetKick;
  if (u_lampKick > 0.0 && isUnderLamp()) {
    float size = u_lampKick * sqrt(u_inverseMass[own.species]);
    for (int axis = 0; axis < kDimensions; ++axis) {
      kick[axis] += size * centredNoise(effectBits(own.id, kLampWord + uint(axis)).x);
    }
  }
  if (kDimensions == 2) kick.z = 0.0;
  return kick;
}

/// Returns the species of the particle after the step.
int speciesAfterLamp() {
  bool isUnder = isUnderLamp();
  if (u_lampRadius <= 0.0 || own.species != (isUnder ? u_cold : u_hot)) return own.species;
  float chance = uniformNoise(effectBits(own.id, kLampWord + 3u).x);
  return chance < (isUnder ? u_heats : u_cools) ? (isUnder ? u_hot : u_cold) : own.species;
}
