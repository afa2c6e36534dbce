// Puts particles into the order of their cells, within a cell into the order of its list.
// Reads: u_position, u_velocity, u_predicted, the lists, and u_end, the number of particles in all cells up to and
// with a cell. Writes: the particle that belongs in place i. One invocation: one place.

#include "search/lists.glsl"

uniform sampler2D u_position;
uniform sampler2D u_velocity;
uniform sampler2D u_predicted;
uniform sampler2D u_end;
uniform int u_cells;

void run(int i) {
  int low = 0;
  int high = u_cells - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (fetchId(u_end, middle) > i) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  int before = i - (low > 0 ? fetchId(u_end, low - 1) : 0);
  int source = firstInCell(low);
  for (int k = 0; k < before; ++k) source = nextInCell(source);
  ivec2 texel = texelOf(source);
  o_position = texelFetch(u_position, texel, 0);
  o_velocity = texelFetch(u_velocity, texel, 0);
  o_predicted = texelFetch(u_predicted, texel, 0);
}
