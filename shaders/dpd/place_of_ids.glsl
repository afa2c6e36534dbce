// Where a particle lies by its id, for bodies that know others by their ids. Function.
// Reads: u_placeOfId.

#include "texel/id.glsl"

uniform sampler2D u_placeOfId;

/// The particle, as positionOf takes it.
int placeOf(int id) {
  return fetchId(u_placeOfId, id);
}
