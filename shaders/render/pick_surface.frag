// Reads: the picture of a surface and its depths (render/surface/march.frag with DEPTHS), and a particle. Writes: the
// particle's number as an id, and in place of a depth the particle's distance, in units of u_radius, from the place of
// the surface that the pixel shows, so that the nearest particle remains. One invocation: one fragment of the square
// around one particle; it writes nothing if its pixel shows no surface, or if the particle is farther from the surface
// than u_radius.

#include "render/eye.glsl"
#include "texel/id.glsl"

uniform mat4 u_view;
uniform sampler2D u_position;
uniform sampler2D u_seen;
uniform sampler2D u_seenDepth;
uniform float u_radius;

flat in int v_particle;

out vec4 o_particle;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  if (texelFetch(u_seen, pixel, 0) != vec4(1.0)) discard;
  vec2 place = gl_FragCoord.xy / vec2(textureSize(u_seenDepth, 0));
  vec3 surface = eyePoint(place, distanceAt(texelFetch(u_seenDepth, pixel, 0).r));
  vec4 particle = u_view * vec4(texelFetch(u_position, texelOf(v_particle), 0).xyz, 1.0);
  float away = distance(surface, particle.xyz) / u_radius;
  if (away >= 1.0) discard;
  o_particle = encodeId(v_particle, 1.0);
  gl_FragDepth = away;
}
