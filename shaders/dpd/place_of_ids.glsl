// Finds the place of a particle by its id, for bodies that refer to other particles by id. Function.
// Reads: u_placeOfId.

#include "texel/id.glsl"

uniform sampler2D u_placeOfId;

/// Returns the place of the particle with this id, for positionOf.
int placeOf(int id) {
  return fetchId(u_placeOfId, id);
}
