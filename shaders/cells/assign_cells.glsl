// The mapping of the bucket sort (paper section 2.3).
// Reads: u_position. Writes: o_mapping, the number of each particle's cell. One invocation: one particle.

#include "cells/grid.glsl"
#include "texel/id.glsl"

uniform sampler2D u_position;

void run(int i) {
  o_mapping = encodeId(cellNumber(cellCoordinates(texelFetch(u_position, texelOf(i), 0).xyz)), 1.0);
}
