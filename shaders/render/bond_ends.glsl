// Reads: the ids of the two particles of each bond, side by side, and the place of each id. Writes: the places of these
// particles, or NULL for a particle that does not exist. One invocation: one particle of one bond.

#include "texel/id.glsl"

uniform sampler2D u_bondIds;
uniform sampler2D u_placeOfId;

void run(int j) {
  o_place = encodeId(fetchId(u_placeOfId, fetchId(u_bondIds, j)), 1.0);
}
