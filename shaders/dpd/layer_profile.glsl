// The number of particles of each of two species in a layer of cells across one axis. Reads: u_composition. Writes:
// o_layer, x: the number of particles of species 0, y: the number of particles of species 1. One invocation: one layer.

#include "cells/grid.glsl"
#include "texel/layout.glsl"

uniform sampler2D u_composition;
uniform int u_axis;

void run(int i) {
  ivec3 across = kCells;
  across[u_axis] = 1;
  vec2 count = vec2(0.0);
  for (int z = 0; z < across.z; ++z) {
    for (int y = 0; y < across.y; ++y) {
      for (int x = 0; x < across.x; ++x) {
        ivec3 cell = ivec3(x, y, z);
        cell[u_axis] = i;
        count += texelFetch(u_composition, texelOf(cellNumber(cell)), 0).xy;
      }
    }
  }
  o_layer = vec4(count, 0.0, 0.0);
}
