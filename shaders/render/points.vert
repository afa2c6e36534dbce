// Reads: the particle's position, and its species or its own colour. Writes: a point of u_pointSize pixels in the
// particle's colour. One invocation: one particle (gl_VertexID); a hidden particle lies outside of the clip volume.

#include "render/particle.glsl"

uniform mat4 u_view;
uniform mat4 u_projection;
uniform float u_pointSize;  // pixels

flat out vec3 v_colour;
flat out int v_particle;

void main() {
  vec4 particle = texelFetch(u_position, texelOf(gl_VertexID), 0);
  vec4 centre = u_view * vec4(particle.xyz, 1.0);
  v_particle = gl_VertexID;
  v_colour = colourOf(gl_VertexID, particle, centre.z);
  gl_PointSize = u_pointSize;
  gl_Position = isDrawn(particle) ? u_projection * centre : vec4(0.0, 0.0, 2.0, 1.0);
}
