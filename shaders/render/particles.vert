// Reads: the particle's position, and its species or its own colour. Writes: a corner of the square that faces the eye
// and holds the particle's sphere, with the values that its fragments share. One invocation: one of the four corners
// (gl_VertexID) of one particle (gl_InstanceID); the corners of a particle that is not drawn lie outside of the clip
// volume.

#include "render/particle.glsl"
#include "render/square_of_sphere.glsl"

uniform mat4 u_view;
uniform float u_radius;
uniform float u_pixelsPerUnit;  // pixels per unit of length at clip w = 1

out vec2 v_disc;              // place on the disc of radius 1
flat out vec3 v_colour;
flat out int v_particle;
flat out vec2 v_centreRadius;  // eye z of the sphere's centre, its radius

// Least radius of a sphere, in pixels. A smaller sphere could fall between the pixel centres and vanish.
const float kMinPixels = 0.75;

void main() {
  int i = particleOf(gl_InstanceID);
  vec4 particle = texelFetch(u_position, texelOf(i), 0);
  vec4 centre = u_view * vec4(particle.xyz, 1.0);
  float radius = max(u_radius, kMinPixels * clipW(-centre.z) / u_pixelsPerUnit);

  v_disc = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  v_centreRadius = vec2(centre.z, radius);
  v_particle = i;
  v_colour = colourOf(i, particle, centre.z);
  gl_Position = cornerOfSquare(centre, radius, v_disc);
  if (!isDrawn(particle)) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
}
