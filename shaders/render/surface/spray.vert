// Reads: a particle's position, its species or its own colour, its velocity, and the smoothed density. Writes: the
// outputs of render/particles.vert for a sphere inside the box. The sphere shrinks with the share of the volume around
// it that other particles fill, so that only particles outside of the surface are seen. Fast particles are foam, which
// is smaller, and is also seen on the surface. One invocation: one of the four corners (gl_VertexID) of one particle
// (gl_InstanceID).

#include "render/particle.glsl"
#include "render/square_of_sphere.glsl"
#include "render/surface/density.glsl"

uniform mat4 u_view;
uniform float u_size;  // scales the radius; 1 gives the sphere the volume of one particle of its fluid
uniform vec3 u_boxSize;
uniform sampler2D u_velocity;
uniform float u_foamSpeed;  // speed at which foam begins; 0 without foam
uniform float u_ownDensity;  // density that a particle adds at its own place, particles per cell

out vec2 v_disc;
flat out vec3 v_colour;
flat out float v_foam;  // share of foam
flat out int v_particle;
flat out vec2 v_centreRadius;

const float kPi = 3.14159265;
// Shares of the volume up to which a sphere has its full size, and from which on it is not drawn.
const vec2 kShrinks = vec2(0.08, 0.22);
const vec2 kFoamShrinks = vec2(0.28, 0.36);  // shares for foam, which lies on the surface, too
// From this multiple of u_foamSpeed on, a particle is wholly foam.
const float kWhollyFoam = 1.5;
const float kFoamRadius = 0.7;  // radius of a particle of foam, in radii of a drop

void main() {
  int i = particleOf(gl_InstanceID);
  vec4 particle = texelFetch(u_position, texelOf(i), 0);
  vec4 scale = texelFetch(u_scale, ivec2(0), 0);
  vec4 channel = channelOf(speciesOf(particle));
  float fill = fillOf(sharesOf(densityAt(particle.xyz), scale)) - u_ownDensity * dot(channel, scale);
  float volume = dot(channel, scale) / (u_cellsPerLength.x * u_cellsPerLength.y * u_cellsPerLength.z);
  float whole = kDimensions == 2 ? sqrt(volume / kPi) : pow(0.75 * volume / kPi, 1.0 / 3.0);
  float speed = length(texelFetch(u_velocity, texelOf(i), 0).xyz);
  v_foam = u_foamSpeed > 0.0 ? smoothstep(1.0, kWhollyFoam, speed / u_foamSpeed) : 0.0;
  vec2 shrinks = mix(kShrinks, kFoamShrinks, v_foam);
  float radius = u_size * whole * mix(1.0, kFoamRadius, v_foam) * (1.0 - smoothstep(shrinks.x, shrinks.y, fill));
  vec3 room = vec3(lessThan(ivec3(0, 1, 2), ivec3(kDimensions))) * radius;
  vec4 centre = u_view * vec4(clamp(particle.xyz, room, u_boxSize - room), 1.0);
  v_disc = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  v_centreRadius = vec2(centre.z, radius);
  v_particle = i;
  v_colour = colourOf(i, particle, centre.z);
  gl_Position = cornerOfSquare(centre, radius, v_disc);
  if (radius == 0.0 || !isDrawn(particle)) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
}
