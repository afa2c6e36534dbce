// The number of particles of each of two species in a cell.
// Reads: u_position and, through the cell structure, the cells. Writes: o_composition, x: of species 0, y: of species
// 1, z: x - y. One invocation: one cell.

uniform sampler2D u_position;

void run(int i) {
  vec2 count = vec2(0.0);
  for (int cursor = firstInCell(i); cursor != kNull; cursor = nextInCell(cursor)) {
    if (texelFetch(u_position, texelOf(elementAt(cursor)), 0).w < 0.5) {
      count.x += 1.0;
    } else {
      count.y += 1.0;
    }
  }
  o_composition = vec4(count, count.x - count.y, 0.0);
}
