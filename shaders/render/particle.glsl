// Shared by spheres and points: which particles are drawn, and in what colour.

#include "render/haze.glsl"
#include "texel/layout.glsl"

uniform sampler2D u_position;
uniform sampler2D u_ownColours;  // rgb of each particle, read if u_byOwnColour
uniform bool u_byOwnColour;
uniform vec3 u_colours[kMaxColours];  // of the species
uniform vec3 u_low;  // particles outside of these corners are not drawn,
uniform vec3 u_high;
uniform uint u_hidden;  // nor are the species of these bits
uniform vec4 u_cut;  // nor those on the negative side of this plane
uniform vec3 u_gripOrigin;  // a point of the line around which particles are tinted,
uniform vec3 u_gripDirection;  // its direction, of length 1,
uniform float u_gripRadius;  // and how far from it; 0: none is
uniform vec3 u_gripColour;

// How much of the tint a particle takes on, at the line and at the radius.
const vec2 kTint = vec2(0.75, 0.25);

int speciesOf(vec4 particle) {
  return int(particle.w + 0.5);
}

bool isDrawn(vec4 particle) {
  bool inside = all(greaterThanEqual(particle.xyz, u_low)) && all(lessThanEqual(particle.xyz, u_high));
  inside = inside && dot(vec4(particle.xyz, 1.0), u_cut) >= 0.0;
  return inside && ((u_hidden >> uint(speciesOf(particle))) & 1u) == 0u;
}

vec3 tinted(vec3 colour, vec3 place) {
  if (u_gripRadius == 0.0) return colour;
  vec3 from = place - u_gripOrigin;
  float x = length(from - dot(from, u_gripDirection) * u_gripDirection) / u_gripRadius;
  return x < 1.0 ? mix(colour, u_gripColour, mix(kTint.x, kTint.y, x)) : colour;
}

// The colour of particle i at an eye z.
vec3 colourOf(int i, vec4 particle, float eyeZ) {
  vec3 colour = u_byOwnColour ? texelFetch(u_ownColours, texelOf(i), 0).rgb : u_colours[speciesOf(particle)];
  return hazed(tinted(colour, particle.xyz), eyeZ);
}
