// The particles in textures. Reads: u_position, u_velocity, u_predicted.

#include "texel/layout.glsl"

uniform sampler2D u_position;   // xyz; w: species
uniform sampler2D u_velocity;   // xyz at n - 1/2; w: noise state, negative for a particle that has failed
uniform sampler2D u_predicted;  // xyz predicted for n; w: id

vec4 positionOf(int i) {
  return texelFetch(u_position, texelOf(i), 0);
}

vec4 velocityOf(int i) {
  return texelFetch(u_velocity, texelOf(i), 0);
}

vec4 predictedOf(int i) {
  return texelFetch(u_predicted, texelOf(i), 0);
}
