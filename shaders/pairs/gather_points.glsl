// Puts points into the order of their cells, so that the points of a cell are neighbours in memory.
// Reads: u_order, u_position, and with HASHED u_tile. Writes: o_position or, with POINTS_IN_BUFFER, b_position, where w
// is the number of the point; with HASHED also o_tile.
// One invocation: one place.

#include "texel/id.glsl"

uniform sampler2D u_order;
uniform sampler2D u_position;
#ifdef HASHED
uniform usampler2D u_tile;
#endif

void run(int place) {
  int number = fetchId(u_order, place);
  vec4 point = vec4(texelFetch(u_position, texelOf(number), 0).xyz, float(number));
#ifdef POINTS_IN_BUFFER
  b_position[place] = point;
#else
  o_position = point;
#endif
#ifdef HASHED
  o_tile = texelFetch(u_tile, texelOf(number), 0);
#endif
}
