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

uniform vec3 u_focus;  // the place of a particle whose surroundings stand out,
uniform float u_focusCutoff;  // how far it acts on others; 0: there is none,
uniform vec3 u_focusCellEdge;  // the edges of the cells in which those are searched,
uniform vec3 u_focusPeriod;  // the sides of the box along periodic axes, 0 along others,
uniform vec3 u_focusColour;  // the tint of those that it acts on,
uniform bool u_focusHidesRest;  // whether those in other cells are not drawn, or faint

// How much of the tint a particle takes on, at the line and at the radius.
const vec2 kTint = vec2(0.75, 0.25);
// The same of what the focus acts on, and how faint what it does not search is.
const float kNearTint = 0.65;
const float kFaintness = 0.6;

int speciesOf(vec4 particle) {
  return int(particle.w + 0.5);
}

// From the focus to the nearest image of a place.
vec3 fromFocus(vec3 place) {
  vec3 apart = place - u_focus;
  return apart - u_focusPeriod * round(apart / max(u_focusPeriod, vec3(1e-6)));
}

// How far from the focus along each axis a cell begins.
vec3 gapToCell(vec3 low) {
  return max(max(low - u_focus, u_focus - low - u_focusCellEdge), vec3(0.0));
}

// Whether a search from the focus walks the cell of this place: it, or an image, is not farther away than the cut-off.
bool isWalked(vec3 place) {
  vec3 low = floor(place / u_focusCellEdge) * u_focusCellEdge;
  vec3 gap = min(gapToCell(low), min(gapToCell(low - u_focusPeriod), gapToCell(low + u_focusPeriod)));
  return dot(gap, gap) <= u_focusCutoff * u_focusCutoff;
}

bool isDrawn(vec4 particle) {
  bool inside = all(greaterThanEqual(particle.xyz, u_low)) && all(lessThanEqual(particle.xyz, u_high));
  inside = inside && dot(vec4(particle.xyz, 1.0), u_cut) >= 0.0;
  inside = inside && !(u_focusCutoff > 0.0 && u_focusHidesRest && !isWalked(particle.xyz));
  return inside && ((u_hidden >> uint(speciesOf(particle))) & 1u) == 0u;
}

vec3 tinted(vec3 colour, vec3 place) {
  if (u_gripRadius == 0.0) return colour;
  vec3 from = place - u_gripOrigin;
  float x = length(from - dot(from, u_gripDirection) * u_gripDirection) / u_gripRadius;
  return x < 1.0 ? mix(colour, u_gripColour, mix(kTint.x, kTint.y, x)) : colour;
}

// The colour of a particle that is in the surroundings of the focus, or is not.
vec3 focused(vec3 colour, vec3 place) {
  if (u_focusCutoff == 0.0) return colour;
  if (length(fromFocus(place)) < u_focusCutoff) return mix(colour, u_focusColour, kNearTint);
  return isWalked(place) ? colour : mix(colour, u_background, kFaintness);
}

// The colour of particle i at an eye z.
vec3 colourOf(int i, vec4 particle, float eyeZ) {
  vec3 colour = u_byOwnColour ? texelFetch(u_ownColours, texelOf(i), 0).rgb : u_colours[speciesOf(particle)];
  return hazed(tinted(focused(colour, particle.xyz), particle.xyz), eyeZ);
}
