// The coarse positions of elements, four of them in a texel.
// Reads: u_position. Writes: o_coarse, the coarse positions of elements 4 i .. 4 i + 3; undefined past the last
// element. One invocation: one texel.

#include "cells/coarse_position.glsl"
#include "texel/layout.glsl"

uniform sampler2D u_position;

uint coarsePositionOf(int element) {
  return coarsePosition(texelFetch(u_position, texelOf(element), 0).xyz);
}

void run(int i) {
  o_coarse = uvec4(coarsePositionOf(4 * i), coarsePositionOf(4 * i + 1), coarsePositionOf(4 * i + 2),
                   coarsePositionOf(4 * i + 3));
}
