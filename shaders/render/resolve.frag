// Reads: the picture and its depth, kSampling x kSampling samples per pixel. Writes: the mean of the samples. If there
// is one sample per pixel, edges are smoothed instead. A sample is darkened where nearer things around it block the
// light (screen-space ambient occlusion). It is also darkened where things between the sample and the light cast a
// shadow; alpha of a colour is the share of the colour that is left in shadow. OCCLUSION and SHADOWS select the two
// effects at compile time, because a software renderer would compute them even if a uniform switched them off. One
// invocation: one pixel of the finished picture.

#include "render/eye.glsl"
#include "render/shadow.glsl"

uniform sampler2D u_colour;
uniform sampler2D u_depth;
uniform ivec2 u_corner;          // the bottom left pixel of the picture in the framebuffer
uniform float u_reach;           // largest distance of things that block light, length
uniform float u_samplesPerUnit;  // samples per unit of length at clip w = 1
uniform float u_strength;

out vec4 o_colour;

#include "render/smooth_edges.glsl"

// Number of pairs of points on a ring around a sample, and number of rings. Each sample of a pixel looks in its own
// directions.
const int kDirections = 3;
const int kRings = 2;

// Returns the distance by which the picture at a place is nearer to the eye than z, in units of the reach. Places that
// are farther away or have no depth count as open space. Places that are much nearer belong to another part of the
// scene, and do not count.
float rise(vec2 at, float z) {
  ivec2 last = textureSize(u_depth, 0) - 1;
  ivec2 texel = clamp(ivec2(round(at)), ivec2(0), last);
  float depth = texelFetch(u_depth, texel, 0).r;
  if (depth == 1.0) return -1.0;
  float nearer = (-distanceAt(depth) - z) / u_reach;
  return clamp(nearer, -1.0, 1.0) * (1.0 - smoothstep(2.0, 6.0, nearer));
}

// The surroundings are sampled in opposite pairs whose rises are added: a slope, such as a sphere towards its rim, does
// not darken itself, but a crease or a hollow does. `turn` is within 0..1.
float occlusion(vec2 at, float depth, float turn) {
  float z = -distanceAt(depth);
  float w = u_projection[2][3] * z + u_projection[3][3];
  float samples = u_reach * u_samplesPerUnit / w;
  float sum = 0.0;
  for (int ring = 1; ring <= kRings; ++ring) {
    for (int k = 0; k < kDirections; ++k) {
      float angle = 3.14159265 * (float(k) + turn + float(ring) / float(kRings)) / float(kDirections);
      vec2 step = vec2(cos(angle), sin(angle)) * samples * float(ring) / float(kRings);
      sum += max(rise(at + step, z) + rise(at - step, z), 0.0);
    }
  }
  return sum / float(2 * kDirections * kRings);
}

void main() {
  ivec2 corner = (ivec2(gl_FragCoord.xy) - u_corner) * kSampling;
  vec3 sum = vec3(0.0);
  for (int k = 0; k < kSampling * kSampling; ++k) {
    ivec2 texel = corner + ivec2(k % kSampling, k / kSampling);
    vec4 colour = kSampling == 1 ? smoothedColourAt(texel) : texelFetch(u_colour, texel, 0);
    float depth = texelFetch(u_depth, texel, 0).r;
#ifdef OCCLUSION
    if (depth < 1.0) {
      float turn = float(k) / float(kSampling * kSampling);
      colour.rgb *= 1.0 - u_strength * occlusion(vec2(texel), depth, turn);
    }
#endif
#ifdef SHADOWS
    // Unlit parts, such as the outline, are equally bright in shadow.
    if (colour.a < 1.0) {
      vec2 place = (vec2(texel) + 0.5) / vec2(textureSize(u_depth, 0));
      colour.rgb *= mix(colour.a, 1.0, lightAt(eyePoint(place, distanceAt(depth))));
    }
#endif
    sum += colour.rgb;
  }
  o_colour = vec4(sum / float(kSampling * kSampling), 1.0);
}
