// Reads: a number per cell and channel. Writes: the convolution of these numbers with a Gaussian along an axis. Values
// beyond a periodic side come from the other side, values beyond a wall mirror the values before it. The cells beyond
// the sides are not read; as outputs they equal the cells that they repeat. One invocation: one cell.

#include "render/surface/grid.glsl"

uniform sampler2D u_values;
uniform int u_axis;
uniform bool u_isPeriodic;  // along the axis
uniform int u_reach;        // cells on each side, up to kMostReach
uniform float u_weights[kMostReach + 1];

out vec4 o_value;

// The number of cells along the axis, and the present cell.
float cells = 0.0;
ivec3 cell = ivec3(0);

// Returns the value of a cell, or of the cell that it repeats.
vec4 valueAt(int along) {
  float period = u_isPeriodic ? cells : 2.0 * cells;
  float inside = float(along) + 0.5;
  inside -= period * floor(inside / period);
  if (!u_isPeriodic) inside = min(inside, period - inside);
  cell[u_axis] = int(inside);
  return texelFetch(u_values, texelOfCell(cell), 0);
}

// Returns the value of the cell `offset` cells farther along the axis. This cell must be inside the box.
vec4 valueInside(int offset) {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  texel += u_axis < 2 ? offset * ivec2(1 - u_axis, u_axis) : tileOf(cell.z + offset) - tileOf(cell.z);
  return texelFetch(u_values, texel, 0);
}

void main() {
  cell = cellOfTexel(ivec2(gl_FragCoord.xy));
  cells = u_cells[u_axis];
  int along = cell[u_axis];
  bool isInside = along >= u_reach && along + u_reach < int(cells);
  vec4 sum = u_weights[0] * (isInside ? valueInside(0) : valueAt(along));
  // Loops replace a condition here: a software renderer skips the body of a loop, but not of a condition.
  for (int k = 1; k <= (isInside ? u_reach : 0); ++k) {
    sum += u_weights[k] * (valueInside(-k) + valueInside(k));
  }
  for (int k = 1; k <= (isInside ? 0 : u_reach); ++k) {
    sum += u_weights[k] * (valueAt(along - k) + valueAt(along + k));
  }
  o_value = cell.z > int(u_cells.z) ? vec4(0.0) : sum;
}
