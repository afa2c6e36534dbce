// The effects on a fluid in one time step (src/dpd/model/effects.h), each within a shape or a tube. Functions. Reads
// and writes nothing. The prologue holds the constants that cells/shape.glsl needs; EFFECTS, the number of effects;
// and, made from the table of kinds (src/dpd/model/effects.cpp), ADD_KICK and the number of each kind, such as kHeat.

#include "cells/shape.glsl"
#include "dpd/noise_key.glsl"
#include "dpd/philox.glsl"

const int kEffects = EFFECTS;

uniform vec4 u_effectCentre[kEffects];  // w: radius
uniform vec4 u_effectCore[kEffects];    // half lengths of the shape's core; w: kind
uniform vec4 u_effectAxis[kEffects];    // axis of a cylinder or a tube, of length 1; w: 1 for a tube
// The values of an effect in this step. Kinds with a kick: xyz is the largest change of velocity if its direction is
// fixed, otherwise x is the size of this change. Heat: x is the standard deviation of the change along an axis for the
// mass 1. Couple: x is rate times time, y the temperature. Turn: x is the probability of the change within the effect,
// y the probability of the change back outside of it. Move: x is the probability, y half the edge of the cube where
// particles come in.
uniform vec4 u_effectValue[kEffects];
// Further values. Couple: xyz is the mean velocity. Turn: x is the species that turns, or -1 for any species; y is the
// species that it becomes. Move: xyz is the outlet. All kinds: w + axis is the last word of the counter from which
// Philox makes the random bits (effectBits).
uniform vec4 u_effectMore[kEffects];
uniform int u_effectCount;  // equals kEffects; a loop up to a constant would be unrolled

int effectKind(int k) { return int(u_effectCore[k].w); }

/// Returns the random bits that effect k uses for a particle and an axis in this step.
uvec4 effectBits(int k, int id, int axis) {
  uint word = uint(u_effectMore[k].w) + uint(axis);
  return philox4x32(uvec4(uint(id), uint(id), noiseStep(), word), uvec2(noiseSeed(), 0u));
}

/// Returns the distance of a position from the middle of an effect, in units of the radius. The middle is the axis of a
/// tube or the core of a shape. For a shape without a radius, returns 0 in the core and 1 outside. The position is
/// outside of the effect if the result is 1 or more. `way` leads from the middle to the position.
float effectReach(int k, vec3 position, out vec3 way) {
  float radius = u_effectCentre[k].w;
  if (u_effectAxis[k].w > 0.0) {
    vec3 axis = u_effectAxis[k].xyz;
    way = position - u_effectCentre[k].xyz;
    way -= dot(way, axis) * axis;
    return length(way) / radius;
  }
  vec3 from = fromImage(u_effectCentre[k].xyz, position);
  way = max(abs(from) - u_effectCore[k].xyz, 0.0) * sign(from);
  if (kDimensions == 2) way.z = 0.0;
  float r = length(way);
  return radius > 0.0 ? r / radius : (r > 0.0 ? 1.0 : 0.0);
}

/// Returns the share of a particle's velocity that the particle gives up to the medium of an effect that couples. `x`
/// is the result of effectReach().
float coupledShare(int k, float x) { return 1.0 - exp(-u_effectValue[k].x * (1.0 - x)); }

/// Returns the change of a particle's velocity by all effects.
vec3 effectKick(int id, vec3 position, vec3 velocity, float inverseMass) {
  vec3 kick = vec3(0.0);
  for (int k = 0; k < u_effectCount; ++k) {
    int kind = effectKind(k);
    vec4 value = u_effectValue[k];
    vec3 way;
    float x = effectReach(k, position, way);
    if (x >= 1.0) continue;
    // At the middle of an effect, no direction leads towards the middle or around it.
    float r = length(way);
    vec3 inwards = r > 0.0 ? -way / r : vec3(0.0);
    vec3 axis = u_effectAxis[k].xyz;
    ADD_KICK
    if (kind == kHeat || kind == kCouple) {
      float share = kind == kHeat ? 0.0 : coupledShare(k, x);
      float size = (kind == kHeat ? value.x : sqrt(value.y * share * (2.0 - share))) * sqrt(inverseMass);
      for (int c = 0; c < kDimensions; ++c) {
        float random = size > 0.0 ? size * centredNoise(effectBits(k, id, c).x) : 0.0;
        kick[c] += random - share * (velocity[c] - u_effectMore[k][c]);
      }
    }
  }
  if (kDimensions == 2) kick.z = 0.0;
  return kick;
}

/// Returns the species of a particle after the step.
int speciesAfter(int id, vec3 position, int species) {
  for (int k = 0; k < u_effectCount; ++k) {
    if (effectKind(k) != kTurn) continue;
    vec3 way;
    bool isIn = effectReach(k, position, way) < 1.0;
    int from = int(u_effectMore[k].x), to = int(u_effectMore[k].y);
    bool turns = isIn ? species == from || from < 0 : species == to;
    if (!turns) continue;
    float chance = isIn ? u_effectValue[k].x : u_effectValue[k].y;
    if (uniformNoise(effectBits(k, id, 0).x) < chance) species = isIn ? to : from;
  }
  return species;
}
