// The effects that take particles to an outlet (effects.glsl). Function. Reads and writes nothing.

#include "dpd/effects.glsl"
#include "dpd/solids.glsl"

/// Returns the place of a particle after these effects. Sets both velocities to 0 if the particle has come to an
/// outlet.
vec3 placeAfter(int id, vec3 position, inout vec3 before, inout vec3 after) {
  for (int k = 0; k < u_effectCount; ++k) {
    vec3 way;
    if (effectKind(k) != kMove || effectReach(k, position, way) >= 1.0) continue;
    uvec4 bits = effectBits(k, id, 0);
    if (uniformNoise(bits.w) >= u_effectValue[k].x) continue;
    vec3 numbers = vec3(uniformNoise(bits.x), uniformNoise(bits.y), uniformNoise(bits.z));
    vec3 away = u_effectValue[k].y * (2.0 * numbers - 1.0);
    if (kDimensions == 2) away.z = 0.0;
    vec3 still = vec3(0.0), alsoStill = vec3(0.0);
    vec3 place = passSides(u_effectMore[k].xyz + away, still, alsoStill);
    if (isInSolids(place)) continue;
    before = still;
    after = alsoStill;
    position = place;
  }
  return position;
}
