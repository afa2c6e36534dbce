// Reads: the densities, the place of each id among the densities, the ids of the particles that are drawn. Writes: a
// colour, on the ramp between the densities u_low and u_high. One invocation: one particle.

#include "render/ramp.glsl"
#include "texel/id.glsl"

uniform sampler2D u_density;
uniform sampler2D u_placeOfId;
uniform sampler2D u_predicted;
uniform float u_low;
uniform float u_high;

void run(int i) {
  int id = int(texelFetch(u_predicted, texelOf(i), 0).w);
  float density = texelFetch(u_density, texelOf(fetchId(u_placeOfId, id)), 0).x;
  o_colour = vec4(rampColour((density - u_low) / (u_high - u_low)), 1.0);
}
