// Shared by spheres and points: which particles are drawn, and in what colour.

#include "texel/layout.glsl"

uniform sampler2D u_position;
uniform sampler2D u_ownColours;  // rgb of each particle, read if u_byOwnColour
uniform bool u_byOwnColour;
uniform vec3 u_colours[kMaxColours];  // of the species
uniform vec2 u_depthRange;  // eye distances of the nearest and the farthest point of the box
uniform vec3 u_background;
uniform vec3 u_low;  // particles outside of these corners are not drawn,
uniform vec3 u_high;
uniform uint u_hidden;  // nor are the species of these bits

// How much of the background colour the farthest particles take on.
const float kHaze = 0.35;

int speciesOf(vec4 particle) {
  return int(particle.w + 0.5);
}

bool isDrawn(vec4 particle) {
  bool inside = all(greaterThanEqual(particle.xyz, u_low)) && all(lessThanEqual(particle.xyz, u_high));
  return inside && ((u_hidden >> uint(speciesOf(particle))) & 1u) == 0u;
}

// The colour of particle i at an eye z.
vec3 colourOf(int i, vec4 particle, float eyeZ) {
  vec3 colour = u_byOwnColour ? texelFetch(u_ownColours, texelOf(i), 0).rgb : u_colours[speciesOf(particle)];
  float depth = (-eyeZ - u_depthRange.x) / (u_depthRange.y - u_depthRange.x);
  return mix(colour, u_background, kHaze * clamp(depth, 0.0, 1.0));
}
