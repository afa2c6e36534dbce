// One step towards the bounding box of points. Reads: u_low and u_high, points or the corners of boxes around them.
// Writes: o_low and o_high, the box around a block of kBlock of them. One invocation: one block.

#include "texel/layout.glsl"

uniform sampler2D u_low;
uniform sampler2D u_high;
uniform int u_elements;

void run(int i) {
  int first = i * kBlock;
  o_low = texelFetch(u_low, texelOf(first), 0);
  o_high = texelFetch(u_high, texelOf(first), 0);
  int end = min(first + kBlock, u_elements);
  for (int k = first + 1; k < end; ++k) {
    o_low = min(o_low, texelFetch(u_low, texelOf(k), 0));
    o_high = max(o_high, texelFetch(u_high, texelOf(k), 0));
  }
}
