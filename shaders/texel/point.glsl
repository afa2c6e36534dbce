// Where a point is drawn so that it covers one texel of the target. Functions.

#include "texel/layout.glsl"

uniform int u_targetHeight;

/// Outside the clip volume.
const vec4 kNowhere = vec4(2.0, 2.0, 2.0, 1.0);

vec4 pointOnTexel(int i) {
  vec2 centre = vec2(texelOf(i)) + 0.5;
  return vec4(centre / vec2(kTexelWidth, u_targetHeight) * 2.0 - 1.0, 0.0, 1.0);
}
