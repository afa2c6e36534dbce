// A body that reports the particles that a walk over a neighbourhood gives it. The file that walks cells is included
// before it. Reads: u_position and lists or ranges. Writes: o_visited, over all candidates, and o_within, over
// candidates nearer than u_radius. In both, x is the number of the particles, y the sum of their ids, z the sum of
// hashes of their ids. One invocation: one particle.

#include "cells/neighbourhood.glsl"

uniform sampler2D u_position;
uniform float u_radius;

vec3 g_position = vec3(0.0);

uvec4 summand(int j) {
  uint hash = uint(j) * 2654435761u;
  hash = (hash ^ (hash >> 15)) * 2246822519u;
  return uvec4(1u, uint(j), hash, 0u);
}

void visitNeighbour(int j, vec3 image) {
  o_visited += summand(j);
  vec3 d = g_position - (texelFetch(u_position, texelOf(j), 0).xyz + image);
  if (dot(d, d) < u_radius * u_radius) o_within += summand(j);
}

void run(int i) {
  g_position = texelFetch(u_position, texelOf(i), 0).xyz;
  o_visited = uvec4(0u);
  o_within = uvec4(0u);
  forEachNeighbour(i, g_position);
}
