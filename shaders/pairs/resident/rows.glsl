// The rows of points. Function.
// Reads: u_end, the end of the row of each point, in two words.

#include "texel/layout.glsl"

uniform usampler2D u_end;

/// Returns the number of rows of the points before a point, the low word first.
uvec2 rowsBefore(int number) {
  return number > 0 ? texelFetch(u_end, texelOf(number - 1), 0).xy : uvec2(0u);
}
