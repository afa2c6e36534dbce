// The particles in buffers, in the order of their cells, read as texels: a software renderer gathers texels three times
// as fast as elements of storage buffers. Compute only (OpenGL 4.3).

uniform samplerBuffer u_position;
uniform samplerBuffer u_velocity;
uniform samplerBuffer u_predicted;

vec4 positionOf(int i) {
  return texelFetch(u_position, i);
}

vec4 velocityOf(int i) {
  return texelFetch(u_velocity, i);
}

vec4 predictedOf(int i) {
  return texelFetch(u_predicted, i);
}

#include "dpd/neighbours_in_place.glsl"
