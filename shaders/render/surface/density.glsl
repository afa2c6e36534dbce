// The smoothed density of a fluid at any place. Functions. The channels of u_density are particles per cell
// (render/surface/channels.glsl).

#include "render/surface/channels.glsl"
#include "render/surface/grid.glsl"

uniform sampler2D u_density;  // filters linearly
uniform sampler2D u_scale;    // one texel: for each channel 1 / the density of the channel's fluid

// At the surface of a fluid, the density is this share of the density inside.
const float kLevel = 0.5;

// Returns the interpolated channels at a place inside the box.
vec4 densityAt(vec3 place) {
  vec3 at = clamp(place * u_cellsPerLength, vec3(0.0), u_cells);
  vec2 texel = 1.0 / vec2(textureSize(u_density, 0));
#if kDimensions == 2
  return textureLod(u_density, (vec2(tileOf(0)) + at.xy) * texel, 0.0);
#else
  float low = floor(at.z - 0.5);
  vec4 below = textureLod(u_density, (vec2(tileOf(int(low))) + at.xy) * texel, 0.0);
  vec4 above = textureLod(u_density, (vec2(tileOf(int(low) + 1)) + at.xy) * texel, 0.0);
  return mix(below, above, at.z - 0.5 - low);
#endif
}

// Returns the channels as shares of the volume. With u_blends, w is the share of all particles, and rgb / w the colour.
vec4 sharesOf(vec4 density, vec4 scale) {
  return u_blends ? density * scale.w : density * scale;
}

// Returns the share of the volume that the fluid fills, about 1 inside of it.
float fillOf(vec4 shares) {
  return u_blends ? shares.w : dot(shares, vec4(1.0));
}

// Returns for each channel the largest share of the other channels.
vec4 othersOf(vec4 shares) {
  return max(max(shares.yxxx, shares.zzyy), shares.wwwz);
}
