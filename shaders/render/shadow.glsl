// How much of the light reaches a place, by the depths that the light sees.

uniform sampler2D u_shadows;    // depths from the light, each u_shadowRange long
uniform mat4 u_toShadows;       // eye coordinates to texels of it, and to a distance from the light in that length
uniform vec2 u_shadowBias;      // what is nearer to the light by less than x, and y per texel beside the place, throws no
uniform float u_shadowStrength;  // of the light that a full shadow takes
uniform float u_shadowFade;     // shadow; so much farther it throws all of it. In units of the range.

// The kernel is kTaps - 1 texels wide: all inner texels count alike, the outer ones by how much of them it covers. So
// the light changes evenly from texel to texel.
const int kTaps = 4;

// 1: all of it. `eye`: eye coordinates.
float lightAt(vec3 eye) {
  vec3 at = (u_toShadows * vec4(eye, 1.0)).xyz;
  ivec2 last = textureSize(u_shadows, 0) - 1;
  ivec2 low = ivec2(floor(at.xy - 0.5));
  vec2 share = at.xy - 0.5 - vec2(low);
  float blocked = 0.0;
  for (int k = 0; k < kTaps * kTaps; ++k) {
    ivec2 tap = ivec2(k % kTaps, k / kTaps);
    ivec2 offset = tap - kTaps / 2 + 1;
    vec2 covered = mix(vec2(1.0), 1.0 - share, vec2(equal(tap, ivec2(0))));
    covered = mix(covered, share, vec2(equal(tap, ivec2(kTaps - 1))));
    float depth = texelFetch(u_shadows, clamp(low + offset, ivec2(0), last), 0).r;
    float nearer = at.z - depth - u_shadowBias.x - u_shadowBias.y * length(vec2(offset) - share);
    blocked += covered.x * covered.y * smoothstep(0.0, u_shadowFade, nearer);
  }
  return 1.0 - u_shadowStrength * blocked / float((kTaps - 1) * (kTaps - 1));
}
