// Reads: distances from the eye, 0 without a surface, and colours with the coverage in alpha. Writes: both, smoothed
// along u_direction. Samples count in pairs on opposite sides, whose mean equals the middle sample wherever the surface
// is plane, however steep. A pair that is much nearer belongs to another part of the fluid and does not count. A pair
// that is much farther away, or missing, counts as if it were u_range farther than the middle, which rounds the edges.
// With u_fills the coverage is smoothed, too, and the surface is extended beyond its rim, so that its outline has
// neither bumps nor notches.
// One invocation: one sample.

#include "render/eye.glsl"

uniform sampler2D u_distance;
uniform sampler2D u_colour;
uniform ivec2 u_direction;
uniform bool u_fills;
uniform int u_taps;             // samples on each side, at most
uniform float u_reach;          // distance at which the weight is exp(-3), length
uniform float u_range;          // largest difference in depth between samples of one surface, length
uniform float u_middle;         // distance assumed for a sample without surface
uniform float u_pixelsPerUnit;  // samples per unit of length at clip w = 1

layout(location = 0) out vec4 o_colour;
layout(location = 1) out vec4 o_distance;

// The weights fall to exp(-3) at the reach.
const float kSteepness = 3.0;
// Largest distance of a single sample from the middle, as on a slope, in ranges.
const float kSlope = 4.0;

// Returns the contribution of a pair of samples to the mean distance, and its weight, which is 0 if the pair belongs to
// another part. Both are smooth functions of the distances, so that neighbouring samples agree.
vec2 pairOf(float one, float other, float centre) {
  float farthest = centre + kSlope * u_range;
  bool isEdge = one <= 0.0 || other <= 0.0 || one > farthest || other > farthest;
  float mean = isEdge ? farthest : 0.5 * (one + other);
  float nearest = min(one > 0.0 ? one : centre, other > 0.0 ? other : centre);
  float apart = max((centre - mean) / u_range, (centre - nearest) / u_range - kSlope + 1.0);
  return vec2(clamp(mean, centre - u_range, centre + u_range), 1.0 - smoothstep(1.0, 2.0, apart));
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(u_distance, 0) - 1;
  float centre = texelFetch(u_distance, at, 0).r;
  vec4 colour = texelFetch(u_colour, at, 0);
  o_colour = colour;
  o_distance = vec4(centre);
  if (centre <= 0.0 && !u_fills) return;
  float reach = u_reach * u_pixelsPerUnit / clipW(centre > 0.0 ? centre : u_middle);
  float stride = max(1.0, reach / float(u_taps));

  vec2 distances = vec2(centre, 1.0);      // sum and weight
  vec4 colours = vec4(colour.rgb, 1.0) * (centre > 0.0 ? 1.0 : 0.0);
  vec2 coverages = vec2(colour.a, 1.0);
  vec2 found = vec2(0.0);  // distances of existing samples, used if the middle one is missing
  for (int k = 1; k <= u_taps && float(k) <= reach; ++k) {
    float place = float(k) * stride / reach;
    float weight = exp(-kSteepness * place * place);
    ivec2 offset = u_direction * int(round(float(k) * stride));
    ivec2 fore = clamp(at + offset, ivec2(0), last);
    ivec2 back = clamp(at - offset, ivec2(0), last);
    float one = texelFetch(u_distance, fore, 0).r;
    float other = texelFetch(u_distance, back, 0).r;
    if (u_fills) {
      vec4 oneColour = texelFetch(u_colour, fore, 0);
      vec4 otherColour = texelFetch(u_colour, back, 0);
      coverages += weight * vec2(oneColour.a + otherColour.a, 2.0);
      bool countsOne = one > 0.0 && (centre <= 0.0 || abs(one - centre) < kSlope * u_range);
      bool countsOther = other > 0.0 && (centre <= 0.0 || abs(other - centre) < kSlope * u_range);
      if (countsOne) colours += weight * vec4(oneColour.rgb, 1.0);
      if (countsOther) colours += weight * vec4(otherColour.rgb, 1.0);
      if (one > 0.0) found += weight * vec2(one, 1.0);
      if (other > 0.0) found += weight * vec2(other, 1.0);
    }
    vec2 pair = pairOf(one, other, centre);
    distances += weight * pair.y * vec2(2.0 * pair.x, 2.0);
  }
  if (centre <= 0.0) distances = found;
  if (u_fills) o_colour = vec4(colours.rgb / max(colours.a, 1e-6), coverages.x / coverages.y);
  o_distance = vec4(distances.y > 0.0 ? distances.x / distances.y : 0.0);
}
