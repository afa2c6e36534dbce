// Counts the points near a point, and the points visited to find them. Reads: u_position, in units of the search
// radius; the cells, through the cell structure. Writes: o_count, where x counts the points at a distance of 1 or less,
// y counts the points whose distance was computed, and z and w are 0. One invocation: one point.

#include "cells/neighbourhood.glsl"

uniform sampler2D u_position;

vec3 g_position = vec3(0.0);
uint g_near = 0u;
uint g_candidates = 0u;

void visitNeighbour(int j, vec3 image) {
  vec3 apart = texelFetch(u_position, texelOf(j), 0).xyz - g_position + image;
  ++g_candidates;
  if (dot(apart, apart) <= 1.0) ++g_near;
}

void run(int i) {
  g_position = texelFetch(u_position, texelOf(i), 0).xyz;
  forEachNeighbour(i, g_position);
  o_count = uvec4(g_near, g_candidates, 0u, 0u);
}
