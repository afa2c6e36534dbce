// How many particles of each of two species a cell holds.
// Reads: the lists and u_position. Writes: o_composition: x: of species 0, y: of species 1, z: x - y.
// One invocation: one cell.

#include "search/lists.glsl"

uniform sampler2D u_position;

void run(int i) {
  vec2 count = vec2(0.0);
  for (int j = firstInCell(i); j != kNull; j = nextInCell(j)) {
    if (texelFetch(u_position, texelOf(j), 0).w < 0.5) {
      count.x += 1.0;
    } else {
      count.y += 1.0;
    }
  }
  o_composition = vec4(count, count.x - count.y, 0.0);
}
