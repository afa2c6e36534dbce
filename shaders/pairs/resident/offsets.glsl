// Writes the offsets of the rows of points, as numbers of two words. Compute only (OpenGL 4.3).
// Reads: u_end, the end of the row of each point. Writes: b_offsets. One invocation: one offset.

#include "texel/layout.glsl"

uniform usampler2D u_end;

void run(int i) {
  b_offsets[i] = i > 0 ? texelFetch(u_end, texelOf(i - 1), 0).xy : uvec2(0u);
}
