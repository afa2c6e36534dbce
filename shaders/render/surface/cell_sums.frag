// Reads: the density of each cell. Writes: sums along x of three numbers for each channel. For a channel c and the
// total density d the numbers are c, c d and c d d. With VOLUMES the three numbers are: the volume, in cells, in which
// the channel is shown; this volume if the channel's shares were 1 + kLarger times as large; and c. One invocation: a
// row of cells.

#include "render/surface/density.glsl"
#include "render/surface/volume.glsl"

uniform vec4 u_counted;  // 1 for the channels that are densities, else 0

layout(location = 0) out vec4 o_first;
layout(location = 1) out vec4 o_second;
layout(location = 2) out vec4 o_third;

void main() {
  ivec2 row = texelOfCell(ivec3(0, ivec2(gl_FragCoord.xy)));
  o_first = vec4(0.0);
  o_second = vec4(0.0);
  o_third = vec4(0.0);
#ifdef VOLUMES
  vec4 scale = texelFetch(u_scale, ivec2(0), 0) * u_counted;
#endif
  for (int x = 0; x < int(u_cells.x); ++x) {
    vec4 density = texelFetch(u_density, row + ivec2(x, 0), 0) * u_counted;
#ifdef VOLUMES
    vec4 shares = density * scale;
    float fill = dot(shares, vec4(1.0));
    vec4 ahead = shares - othersOf(shares);
    o_first += shownShare(vec4(fill), ahead);
    o_second += shownShare(fill + kLarger * shares, ahead + kLarger * shares);
    o_third += density;
#else
    float all = dot(density, vec4(1.0));
    o_first += density;
    o_second += density * all;
    o_third += density * all * all;
#endif
  }
}
