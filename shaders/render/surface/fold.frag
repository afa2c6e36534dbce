// Reads: a number per cell and channel; the scatter has put numbers into cells beyond the sides, too. Writes: the
// number of each cell, plus the numbers of the cells beyond the sides that repeat this cell. One invocation: one cell.

#include "render/surface/grid.glsl"

uniform sampler2D u_values;
uniform vec3 u_isPeriodic;  // 1 along periodic axes, else 0

out vec4 o_value;

void main() {
  ivec3 cell = cellOfTexel(ivec2(gl_FragCoord.xy));
  ivec3 last = ivec3(u_cells) - 1;
  vec4 sum = vec4(0.0);
  // The bits of k select the axes along which to look beyond a side.
  for (int k = 0; k < (1 << kDimensions); ++k) {
    ivec3 from = cell;
    bool exists = cell.z <= last.z;
    for (int axis = 0; axis < kDimensions; ++axis) {
      if ((k >> axis & 1) == 0) continue;
      bool atFirst = cell[axis] == 0;
      exists = exists && (atFirst || cell[axis] == last[axis]);
      from[axis] = atFirst == (u_isPeriodic[axis] > 0.0) ? last[axis] + 1 : -1;
    }
    if (exists) sum += texelFetch(u_values, texelOfCell(from), 0);
  }
  o_value = sum;
}
