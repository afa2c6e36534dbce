// Visibility and colours of particles, for spheres and points.

#include "render/haze.glsl"
#include "render/tint.glsl"
#include "texel/layout.glsl"

uniform sampler2D u_position;
uniform sampler2D u_ownColours;  // rgb of each particle, read if u_byOwnColour
uniform bool u_byOwnColour;
uniform vec3 u_colours[kMaxColours];  // colours of the species
uniform vec3 u_low;  // corners of the part of the box in which particles are drawn
uniform vec3 u_high;
uniform uint u_hidden;  // bit k is set if species k is not drawn
uniform vec4 u_cut;  // particles on the negative side of this plane are not drawn
uniform int u_last;  // number of the last particle if particles are drawn from last to first, else -1

// Returns the particle that is drawn at a place in the sequence of particles.
int particleOf(int place) {
  return u_last < 0 ? place : u_last - place;
}

int speciesOf(vec4 particle) {
  return int(particle.w + 0.5);
}

bool isDrawn(vec4 particle) {
  bool inside = all(greaterThanEqual(particle.xyz, u_low)) && all(lessThanEqual(particle.xyz, u_high));
  inside = inside && dot(vec4(particle.xyz, 1.0), u_cut) >= 0.0;
  inside = inside && !(u_focusCutoff > 0.0 && u_focusHidesRest && !isWalked(particle.xyz));
  return inside && ((u_hidden >> uint(speciesOf(particle))) & 1u) == 0u;
}

// Returns the colour of particle i without the fading by distance.
vec3 ownColour(int i, vec4 particle) {
  return u_byOwnColour ? texelFetch(u_ownColours, texelOf(i), 0).rgb : u_colours[speciesOf(particle)];
}

// Returns the colour of particle i, faded for this eye z.
vec3 colourOf(int i, vec4 particle, float eyeZ) {
  return hazed(tinted(focused(ownColour(i, particle), particle.xyz), particle.xyz), eyeZ);
}
