// Reads: the sums of render/surface/cell_sums.frag over all cells; with VOLUMES also the scale so far. Writes: for each
// channel 1 / the density of the channel's fluid, particles per cell; with VOLUMES the number is changed so that the
// channel is shown in the volume of its particles, since smoothing takes volume from a curved surface. One invocation:
// the only texel of the output.
//
// Without the cells that the surface crosses, the density of the fluid of a channel c would be the mean of the total
// density d, weighted with c. These cells lower this mean, sum(c d) / sum(c), and also the mean sum(c d d) / sum(c d),
// in proportion to the area of the surface. If the density is a smooth step from 0 to 1, the first mean is lowered
// twice as much as the second mean. Thus the area cancels in the square of the second mean divided by the first mean.

#include "render/surface/density.glsl"
#include "render/surface/volume.glsl"

uniform sampler2D u_first;
uniform sampler2D u_second;
uniform sampler2D u_third;

out vec4 o_scale;

// kMostChange is the largest relative change of a scale. If the relative change of the volume per relative change of
// the shares is much below kFlat, it is too small for an extrapolation, and the scale hardly changes.
const float kMostChange = 0.15;
const float kFlat = 0.05;

void main() {
  vec4 first = texelFetch(u_first, ivec2(0), 0);
  vec4 second = texelFetch(u_second, ivec2(0), 0);
  vec4 third = texelFetch(u_third, ivec2(0), 0);
#ifdef VOLUMES
  vec4 scale = texelFetch(u_scale, ivec2(0), 0);
  vec4 wanted = third * scale;
  vec4 slope = (second - first) / kLarger;
  vec4 flatness = kFlat * wanted;
  vec4 change = (wanted - first) * slope / max(slope * slope + flatness * flatness, vec4(1e-20));
  o_scale = scale * (1.0 + clamp(change, -kMostChange, kMostChange));
#else
  vec4 mean = third / max(second, vec4(1e-20));
  vec4 density = mean * mean * first / max(second, vec4(1e-20));
  o_scale = vec4(greaterThan(second, vec4(0.0))) / max(density, vec4(1e-20));
#endif
}
