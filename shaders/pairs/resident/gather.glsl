// Puts the wrapped points into the order of their cells, in single precision. Compute only (OpenGL 4.3).
// Reads: u_order, the points in that order, and b_place; kPerCutoff is in the prologue. Writes: b_near, the bits of
// the coordinates in units of the cut-off, and the number of the point in w. One invocation: one point.

#include "texel/id.glsl"

uniform sampler2D u_order;

void run(int at) {
  int number = fetchId(u_order, at);
  dvec3 place = dvec3(b_place[3 * number], b_place[3 * number + 1], b_place[3 * number + 2]);
  b_near[at] = uvec4(floatBitsToUint(vec3(kPerCutoff * place)), uint(number));
}
