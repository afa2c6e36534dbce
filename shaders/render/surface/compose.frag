// Reads: the surface seen along some lines of sight (render/surface/march.frag), and the picture and depths of the rest
// of the scene. Writes: the combined picture, its depth, and the share of the colour that is left in shadow. One
// invocation: one sample of the picture, where u_grain x u_grain samples share a line of sight. With u_smooth the
// colours of lines of sight are interpolated.

#include "render/eye.glsl"

uniform sampler2D u_colour;
uniform sampler2D u_place;
uniform sampler2D u_behind;
uniform sampler2D u_behindDepth;
uniform int u_grain;
uniform bool u_smooth;

out vec4 o_colour;

vec4 interpolated(vec2 at, ivec2 last) {
  ivec2 low = ivec2(floor(at));
  vec2 share = at - vec2(low);
  vec4 sum = vec4(0.0);
  for (int k = 0; k < 4; ++k) {
    ivec2 corner = ivec2(k & 1, k >> 1);
    vec2 weight = mix(1.0 - share, share, vec2(corner));
    sum += weight.x * weight.y * texelFetch(u_colour, clamp(low + corner, ivec2(0), last), 0);
  }
  return sum;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 nearest = pixel / u_grain;
  vec4 behind = texelFetch(u_behind, pixel, 0);
  ivec2 last = textureSize(u_colour, 0) - 1;
  vec4 fluid = texelFetch(u_colour, nearest, 0);
  if (u_smooth) fluid = interpolated(gl_FragCoord.xy / float(u_grain) - 0.5, last);
  vec4 place = texelFetch(u_place, nearest, 0);
  float share = place.x > 0.0 ? place.y : behind.a;
  o_colour = vec4(behind.rgb * (1.0 - fluid.a) + fluid.rgb, mix(behind.a, share, fluid.a));
  gl_FragDepth = texelFetch(u_behindDepth, pixel, 0).r;
  if (fluid.a > 0.5 && place.x > 0.0) gl_FragDepth = min(gl_FragDepth, depthAt(place.x));
}
