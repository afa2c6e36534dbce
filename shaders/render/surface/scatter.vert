// Reads: a particle's position, and its species or its own colour. Writes: a point over the 2 x 2 cells around the
// particle, in one of the two layers of cells around the particle. One invocation: one layer of one particle
// (gl_VertexID). The sequence of particles alternates between kStreams parts of the array: neighbours in memory often
// have the same cells, and a GPU must finish one addition to a cell before it begins the next.

#include "render/particle.glsl"
#include "render/surface/channels.glsl"
#include "render/surface/grid.glsl"

uniform vec2 u_texels;    // size of the target
uniform int u_particles;  // number of particles
uniform int u_perStream;  // number of particles in a part of the array; the last parts may have fewer

flat out vec4 v_value;
flat out vec2 v_place;  // place of the particle among the texels

const int kLayers = kDimensions == 2 ? 1 : 2;

void main() {
  int place = gl_VertexID / kLayers;
  int i = place % kStreams * u_perStream + place / kStreams;
  vec4 particle = texelFetch(u_position, texelOf(i), 0);
  vec3 at = clamp(particle.xyz * u_cellsPerLength, vec3(0.0), u_cells) - 0.5;
  vec3 low = floor(at);
  float layer = low.z + float(gl_VertexID - place * kLayers);
  float share = kDimensions == 2 ? 1.0 : 1.0 - abs(at.z - layer);
  v_value = share * (u_blends ? vec4(ownColour(i, particle), 1.0) : channelOf(speciesOf(particle)));
  vec2 corner = vec2(texelOfCell(ivec3(low.xy, layer)) + 1);
  v_place = corner - 0.5 + at.xy - low.xy;
  gl_Position = vec4(corner / u_texels * 2.0 - 1.0, 0.0, 1.0);
  gl_PointSize = 2.0;
  if (i >= u_particles || !isDrawn(particle)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
