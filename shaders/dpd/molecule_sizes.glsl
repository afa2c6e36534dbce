// Walks along the bonds of a molecule and measures its extent. Each run of the pass makes a part of the walk.
// Reads: the particles, through the accessors of the step (src/dpd/steps/neighbourhood.h); u_placeOfId; u_firstStop,
// the first stop of each walk, A: set for a chain; u_stops, ids of particles, A: set for the first visit to a particle
// (src/dpd/molecule_sizes.h); after the first run u_walk and u_sums, which the previous run has written. Writes:
// o_walk, xyz: the last stop relative to the first stop, w: sum of mass times squared distance from the first stop;
// o_sums, xyz: sum of mass times position relative to the first stop, w: sum of masses; o_sizes, x: the squared
// distance of the ends of a chain, otherwise 0, y: the squared radius of gyration; both are valid once the walk is
// complete. One invocation: one molecule.

#include "cells/nearest_image.glsl"
#include "dpd/place_of_ids.glsl"

uniform float u_mass[kSpecies];
uniform int u_from;  // number of stops of each walk that earlier runs have visited
uniform sampler2D u_firstStop;
uniform sampler2D u_stops;
uniform sampler2D u_walk;
uniform sampler2D u_sums;

vec4 particleOf(vec4 stop) {
  return positionOf(placeOf(decodeId(stop)));
}

void run(int molecule) {
  vec4 start = texelFetch(u_firstStop, texelOf(molecule), 0);
  int first = decodeId(start);
  int count = fetchId(u_firstStop, molecule + 1) - first;
  vec3 here = vec3(0.0);
  float squares = 0.0;
  vec4 sums = vec4(0.0);
  vec3 before = vec3(0.0);
  if (u_from > 0) {
    vec4 walk = texelFetch(u_walk, texelOf(molecule), 0);
    here = walk.xyz;
    squares = walk.w;
    sums = texelFetch(u_sums, texelOf(molecule), 0);
    before = particleOf(texelFetch(u_stops, texelOf(first + min(u_from, count) - 1), 0)).xyz;
  }
  int end = min(u_from + kStopsPerRun, count);
  for (int k = u_from; k < end; ++k) {
    vec4 stop = texelFetch(u_stops, texelOf(first + k), 0);
    vec4 particle = particleOf(stop);
    if (k > 0) {
      vec3 d = particle.xyz - before;
      here += d - nearestImage(d);
    }
    before = particle.xyz;
    if (stop.a > 0.5) {
      float mass = u_mass[int(particle.w)];
      squares += mass * dot(here, here);
      sums += mass * vec4(here, 1.0);
    }
  }
  vec3 centre = sums.xyz / sums.w;
  o_walk = vec4(here, squares);
  o_sums = sums;
  o_sizes = vec4(start.a > 0.5 ? dot(here, here) : 0.0, max(squares / sums.w - dot(centre, centre), 0.0), 0.0, 0.0);
}
