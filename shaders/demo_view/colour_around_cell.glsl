// Reads: the mapping. Writes: a colour for particles in the cell u_cell, another colour for particles in the cells that
// touch this cell (across periodic sides, too), and a third colour for all other particles. One invocation: one
// particle.

#include "texel/id.glsl"

uniform sampler2D u_mapping;
uniform vec3 u_cells;  // along each axis
uniform vec3 u_periodic;  // 1 along periodic axes, 0 along other axes
uniform vec3 u_cell;
uniform vec3 u_ownColour;
uniform vec3 u_nextColour;
uniform vec3 u_otherColour;

void run(int i) {
  int number = fetchId(u_mapping, i);
  ivec3 cells = ivec3(u_cells);
  vec3 cell = vec3(number % cells.x, number / cells.x % cells.y, number / (cells.x * cells.y));
  vec3 apart = abs(cell - u_cell);
  apart = mix(apart, min(apart, u_cells - apart), u_periodic);
  float most = max(apart.x, max(apart.y, apart.z));
  o_colour = vec4(most == 0.0 ? u_ownColour : most == 1.0 ? u_nextColour : u_otherColour, 1.0);
}
