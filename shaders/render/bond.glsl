// Halves of bonds: half j leads from the particle at place j of u_ends half-way to the nearest image of the particle at
// place j ^ 1, its partner. A half has the colour of its own particle, and is drawn if this particle is drawn.

#include "render/particle.glsl"
#include "texel/id.glsl"

uniform sampler2D u_ends;
uniform vec3 u_period;  // the sides of the box along periodic axes, 0 along other axes
uniform mat4 u_view;
uniform mat4 u_projection;
uniform float u_radius;
uniform float u_leastPixels;    // half of the least width of a bond, pixels
uniform float u_pixelsPerUnit;  // pixels per unit of length at clip w = 1

flat out vec3 v_colour;
flat out int v_particle;
flat out vec3 v_from;        // eye coordinates of the half's particle
flat out vec4 v_axis;        // the direction from the particle, of length 1, and the length of the half
flat out float v_bondRadius;
flat out float v_endRadius;  // radius of the half sphere at the end if the other half is at another side of the box,
                             // else 0

const vec4 kOutside = vec4(0.0, 0.0, 2.0, 1.0);  // a place outside of the clip volume

// Writes the values that all fragments of half j share. Returns whether the half is drawn.
bool beginHalf(int j) {
  int place = fetchId(u_ends, j);
  int partner = fetchId(u_ends, j ^ 1);
  v_particle = place;
  v_colour = vec3(0.0);
  v_from = vec3(0.0);
  v_axis = vec4(0.0);
  v_bondRadius = v_endRadius = 0.0;
  if (place == kNull || partner == kNull) return false;

  vec4 particle = texelFetch(u_position, texelOf(place), 0);
  vec3 apart = texelFetch(u_position, texelOf(partner), 0).xyz - particle.xyz;
  vec3 sides = round(apart / max(u_period, vec3(1e-6))) * vec3(greaterThan(u_period, vec3(0.0)));
  apart -= u_period * sides;
  float reach = length(apart);
  if (reach == 0.0 || !isDrawn(particle)) return false;

  v_from = (u_view * vec4(particle.xyz, 1.0)).xyz;
  v_axis = vec4(mat3(u_view) * apart / reach, 0.5 * reach);
  float w = u_projection[2][3] * v_from.z + u_projection[3][3];
  v_bondRadius = max(u_radius, u_leastPixels * w / u_pixelsPerUnit);
  if (sides != vec3(0.0)) v_endRadius = v_bondRadius;
  v_colour = colourOf(place, particle, v_from.z);
  return true;
}

// Returns the direction from a place in eye coordinates to the eye.
vec3 toEyeFrom(vec3 place) {
  return u_projection[2][3] == 0.0 ? vec3(0.0, 0.0, 1.0) : -normalize(place);
}
