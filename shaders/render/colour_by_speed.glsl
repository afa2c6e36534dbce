// Reads: the velocity. Writes: a colour, on the ramp up to the speed u_scale. One invocation: one
// particle.

#include "render/ramp.glsl"
#include "texel/layout.glsl"

uniform sampler2D u_velocity;
uniform float u_scale;

void run(int i) {
  float speed = length(texelFetch(u_velocity, texelOf(i), 0).xyz);
  o_colour = vec4(rampColour(speed / u_scale), 1.0);
}
