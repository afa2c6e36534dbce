// The start of each cell in the order of cells. Reads: u_end, x: the number of elements in all cells up to and
// including a cell. Writes: o_start. One invocation: one cell, or the end of the last cell.

#include "texel/id.glsl"

uniform usampler2D u_end;

void run(int i) {
  o_start = encodeId(i > 0 ? int(texelFetch(u_end, texelOf(i - 1), 0).x) : 0, 1.0);
}
