// The drain: particles in a sphere are taken to an outlet (src/dpd/model/sources.h). Reads u_noiseStep and u_noiseSeed;
// writes nothing.

#include "dpd/distance_to.glsl"
#include "dpd/philox.glsl"
#include "dpd/solids.glsl"

#ifdef NOISE_STATE  // other noises have these
uniform uint u_noiseStep;
uniform uint u_noiseSeed;
#endif
uniform vec3 u_drainCentre;
uniform vec3 u_drainOutlet;
uniform float u_drainRadius;
uniform float u_drainChance;  // that a particle in the sphere is taken in this step

/// Returns the place of a particle after the drain. At the outlet both velocities are 0.
vec3 passDrain(int id, vec3 position, inout vec3 before, inout vec3 after) {
  if (distanceTo(u_drainCentre, position) >= u_drainRadius) return position;
  // The counter's last word is 0 for pairs, 1 to 10 for noises of single particles (noise_philox.glsl, sources.glsl).
  uvec4 bits = philox4x32(uvec4(uint(id), uint(id), u_noiseStep, 11u), uvec2(u_noiseSeed, 0u)) >> 9u;
  vec4 numbers = (vec4(bits) + 0.5) / 8388608.0;  // each in (0, 1)
  if (numbers.w >= u_drainChance) return position;
  vec3 away = u_drainRadius * (2.0 * numbers.xyz - 1.0);
  if (kDimensions == 2) away.z = 0.0;
  vec3 still = vec3(0.0), alsoStill = vec3(0.0);
  vec3 place = passSides(u_drainOutlet + away, still, alsoStill);
  if (isInSolid(place)) return position;
  before = still;
  after = alsoStill;
  return place;
}
