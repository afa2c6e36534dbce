// The accessors of a particle and its neighbours, found along the lists of their cells (paper, section 3).
// Reads: the particles in their textures; u_head and u_next, through cells/walk_lists.glsl, which the prologue includes
// after this file.

#define NEAR_ONLY
#include "dpd/may_be_near.glsl"
#include "dpd/particle_textures.glsl"
#include "dpd/neighbours_in_place.glsl"

bool isNear(int j, vec3 position, vec3 image) {
  return mayBeNear(position - image, positionOf(j).xyz, 0) != 0u;
}
