// Reads: the velocity. Writes: a colour, on the ramp between the speeds u_low and u_high. One invocation: one
// particle.

#include "render/ramp.glsl"
#include "texel/layout.glsl"

uniform sampler2D u_velocity;
uniform float u_low;
uniform float u_high;

void run(int i) {
  float speed = length(texelFetch(u_velocity, texelOf(i), 0).xyz);
  o_colour = vec4(rampColour((speed - u_low) / (u_high - u_low)), 1.0);
}
