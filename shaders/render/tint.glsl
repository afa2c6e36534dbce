// Tints colours near a tool of the pointer, and around a particle whose surroundings are emphasised. Functions; the
// includer declares u_background (render/haze.glsl).

uniform vec3 u_gripOrigin;  // a point of the line around which particles are tinted
uniform vec3 u_gripDirection;  // direction of this line, of length 1
uniform float u_gripRadius;  // distance from the line up to which particles are tinted; 0 tints none
uniform vec3 u_gripColour;

uniform vec3 u_focus;  // the place of a particle whose surroundings are emphasised (the focus)
uniform float u_focusCutoff;  // the range of the forces of this particle, or 0 if there is no focus
uniform vec3 u_focusCellEdge;  // the edges of the cells that the search of this particle visits
uniform vec3 u_focusPeriod;  // the sides of the box along periodic axes, 0 along other axes
uniform vec3 u_focusColour;  // the tint of the particles within the cut-off of the focus
uniform float u_focusTint;  // the share of this tint in the colour of these particles
uniform float u_focusFaintness;  // the share of the background in the colour of particles in cells that are not visited
uniform bool u_focusHidesRest;  // whether particles in other cells are hidden instead of faint

// Share of the tint in a particle's colour, at the line and at the radius.
const vec2 kTint = vec2(0.75, 0.25);

// Returns the vector from the focus to the nearest image of a place.
vec3 fromFocus(vec3 place) {
  vec3 apart = place - u_focus;
  return apart - u_focusPeriod * round(apart / max(u_focusPeriod, vec3(1e-6)));
}

// Returns the distance from the focus to a cell along each axis.
vec3 gapToCell(vec3 low) {
  return max(max(low - u_focus, u_focus - low - u_focusCellEdge), vec3(0.0));
}

// Returns whether a search from the focus visits the cell of this place: the cell, or an image of it, is at most as far
// away as the cut-off.
bool isWalked(vec3 place) {
  vec3 low = floor(place / u_focusCellEdge) * u_focusCellEdge;
  vec3 gap = min(gapToCell(low), min(gapToCell(low - u_focusPeriod), gapToCell(low + u_focusPeriod)));
  return dot(gap, gap) <= u_focusCutoff * u_focusCutoff;
}

vec3 tinted(vec3 colour, vec3 place) {
  if (u_gripRadius == 0.0) return colour;
  vec3 from = place - u_gripOrigin;
  float x = length(from - dot(from, u_gripDirection) * u_gripDirection) / u_gripRadius;
  return x < 1.0 ? mix(colour, u_gripColour, mix(kTint.x, kTint.y, x)) : colour;
}

// Returns the colour of a particle, changed by its position relative to the focus.
vec3 focused(vec3 colour, vec3 place) {
  if (u_focusCutoff == 0.0) return colour;
  if (length(fromFocus(place)) < u_focusCutoff) return mix(colour, u_focusColour, u_focusTint);
  return isWalked(place) ? colour : mix(colour, u_background, u_focusFaintness);
}
