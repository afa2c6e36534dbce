// Computes, from the depths seen by the light, the share of the light that reaches a place.

// Depths are in units of the range of the depth buffer.
uniform sampler2D u_shadows;     // depths seen from the light
uniform mat4 u_toShadows;        // maps eye coordinates to texels of u_shadows, and to the depth from the light
uniform vec2 u_shadowBias;       // depth by which an object must be nearer to the light to cast a shadow: x, plus y per
                                 // texel of distance across the light's direction
uniform float u_shadowStrength;  // share of the light that a full shadow blocks
uniform float u_shadowFade;      // depth, beyond the bias, over which a shadow becomes full

// The kernel is kTaps - 1 texels wide. Inner texels have equal weights, outer texels are weighted by their covered
// share, so that the light changes smoothly from texel to texel.
const int kTaps = 4;

// Returns the share of the light that reaches a place in eye coordinates, 0..1.
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
