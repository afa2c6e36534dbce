// Reads: the mapping, and the heat of the cells (render/cell_heat.glsl). Writes: a colour, on the ramp between the
// temperatures u_low and u_high, by the temperature of the particle's cell and the cells next to it; or the muted
// colour for a particle without other particles in these cells, since the cells then have no temperature. One
// invocation: one particle.

#include "render/ramp.glsl"
#include "texel/id.glsl"

uniform sampler2D u_mapping;
uniform sampler2D u_heat;
uniform vec3 u_cells;     // along each axis
uniform vec3 u_periodic;  // 1 along periodic axes
uniform int u_dimensions;
uniform float u_low;
uniform float u_high;

void run(int i) {
  ivec3 cells = ivec3(u_cells);
  int number = fetchId(u_mapping, i);
  ivec3 home = ivec3(number % cells.x, number / cells.x % cells.y, number / (cells.x * cells.y));
  vec2 sum = vec2(0.0);
  for (int k = 0; k < 27; ++k) {
    ivec3 cell = home + ivec3(k % 3, k / 3 % 3, k / 9) - 1;
    bvec3 isOutside = notEqual(clamp(cell, ivec3(0), cells - 1), cell);
    if (any(isOutside) && dot(vec3(isOutside), vec3(1.0) - u_periodic) > 0.0) continue;
    // Along a periodic axis of one or two cells, some cells are visited twice, which does not change the mean.
    cell = (cell + cells) % cells;
    sum += texelFetch(u_heat, texelOf(cell.x + cells.x * (cell.y + cells.y * cell.z)), 0).xy;
  }
  float temperature = sum.x / (float(u_dimensions) * max(sum.y, 1.0));
  o_colour = vec4(sum.y > 0.0 ? rampColour((temperature - u_low) / (u_high - u_low)) : kMutedColour, 1.0);
}
