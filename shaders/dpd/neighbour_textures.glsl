// The accessors of a particle and of its neighbours. The neighbours are read from copies of all particles in the order
// of their cells (neighbour_copies.glsl). Reads: the particles in their textures; u_start (cells/ranges.glsl), the
// copies u_neighbourPosition, u_neighbourPredicted and with NOISE_STATE u_neighbourVelocity; without SOFTWARE also
// u_coarse (coarse_positions.glsl).

#define SORTED
#include "cells/ranges.glsl"
#include "dpd/particle_textures.glsl"

uniform sampler2D u_neighbourPosition;
uniform sampler2D u_neighbourPredicted;
#ifdef NOISE_STATE
uniform sampler2D u_neighbourVelocity;
#endif

uniform sampler2D u_order;

/// Returns the particle that is copied to a place.
int particleAt(int place) {
  return fetchId(u_order, place);
}

/// True if the place of a particle among the neighbours is known. Here the place of its copy is not known.
const bool kKnowsPlace = false;

vec4 neighbourPositionAt(int place) {
  return texelFetch(u_neighbourPosition, texelOf(place), 0);
}

vec4 neighbourPredictedAt(int place) {
  return texelFetch(u_neighbourPredicted, texelOf(place), 0);
}

float neighbourNoiseStateAt(int place) {
#ifdef NOISE_STATE
  return texelFetch(u_neighbourVelocity, texelOf(place), 0).w;
#else
  return 0.0;
#endif
}

#ifdef SOFTWARE
#include "dpd/may_be_near.glsl"

const int kNearTogether = 1;
const int kNearAlignment = 1;

/// Returns 1 if the copy at a place may be near, else 0.
uint nearTogether(int place, vec3 position, vec3 image) {
  return mayBeNear(position - image, neighbourPositionAt(place).xyz, 0);
}
#else
#include "cells/coarse_position.glsl"

uniform usampler2D u_coarse;

// Two texels are read at once, since their reads do not wait for each other.
const int kNearTogether = 8;
const int kNearAlignment = 4;

/// Returns a bit for each of the kNearTogether copies from `place` on, set if the copy may be nearer to `position` than
/// the cut-off.
uint nearTogether(int place, vec3 position, vec3 image) {
  uint from = coarsePosition(position - image);
  uvec4 first = texelFetch(u_coarse, texelOf(place >> 2), 0);
  uvec4 second = texelFetch(u_coarse, texelOf((place >> 2) + 1), 0);
  return coarselyNear(from, first) | coarselyNear(from, second) << 4;
}
#endif
