// The drain: particles in a sphere are taken to an outlet (src/dpd/model/sources.h). Reads u_noiseStep and u_noiseSeed;
// writes nothing.

#include "dpd/distance_to.glsl"
#include "dpd/effect_noise.glsl"
#include "dpd/solids.glsl"

uniform vec3 u_drainCentre;
uniform vec3 u_drainOutlet;
uniform float u_drainRadius;
uniform float u_drainChance;  // that a particle in the sphere is taken in this step

/// Returns the place of a particle after the drain. At the outlet both velocities are 0.
vec3 passDrain(int id, vec3 position, inout vec3 before, inout vec3 after) {
  if (distanceTo(u_drainCentre, position) >= u_drainRadius) return position;
  uvec4 bits = effectBits(id, kDrainWord);
  if (uniformNoise(bits.w) >= u_drainChance) return position;
  vec3 numbers = vec3(uniformNoise(bits.x), uniformNoise(bits.y), uniformNoise(bits.z));
  vec3 away = u_drainRadius * (2.0 * numbers - 1.0);
  if (kDimensions == 2) away.z = 0.0;
  vec3 still = vec3(0.0), alsoStill = vec3(0.0);
  vec3 place = passSides(u_drainOutlet + away, still, alsoStill);
  if (isInSolids(place)) return position;
  before = still;
  after = alsoStill;
  return place;
}
