// Puts the wrapped points into the order of their cells. Compute only (OpenGL 4.3).
// Reads: u_order, the points in that order, and b_place. Writes: b_near, with the number of the point in w.
// One invocation: one point.

#include "texel/id.glsl"

uniform sampler2D u_order;

void run(int at) {
  int number = fetchId(u_order, at);
  int k = 3 * number;
  b_near[at] = dvec4(b_place[k], b_place[k + 1], b_place[k + 2], double(number));
}
