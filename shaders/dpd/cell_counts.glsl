// The number of particles of a species in a cell, and the number of all other particles. Reads: u_species; u_position;
// the cells, through the cell structure. Writes: o_counts, x: the number of particles of the species, y: the number of
// all other particles, z: x - y. One invocation: one cell.

uniform int u_species;
uniform sampler2D u_position;

void run(int i) {
  vec2 count = vec2(0.0);
  for (int cursor = firstInCell(i); cursor != kNull; cursor = nextInCell(cursor)) {
    if (int(texelFetch(u_position, texelOf(elementAt(cursor)), 0).w) == u_species) {
      count.x += 1.0;
    } else {
      count.y += 1.0;
    }
  }
  o_counts = vec4(count, count.x - count.y, 0.0);
}
