// The force of a particle's bonds and angles on the particle, added up in the order in which the scenario or file names
// them. Reads: the particles, through the accessors of the step (src/dpd/steps/neighbourhood.h); u_placeOfId;
// u_firstLink, the first link of each id; u_links. A link is a bond or an angle. A bond is (kind, id of the partner, 0,
// 0). An angle is (-1 - kind, id in the middle, id at the other end, 0) for a particle at an end, and (-1 - kind, id at
// one end, id at the other end, 1) for the particle in the middle. Writes: o_force, xyz: the force, w: half of the
// energy of the particle's bonds; o_virial, xyz: xx, yy and zz of the particle's share of distances times forces, w: a
// third of the energy of the particle's angles. The force is NaN where a bond is too long (dpd::longestBond). If the
// prologue has in_slab.glsl in place of everywhere.glsl, a virial counts in proportion to the part of its line that is
// inside the slab. The line of a bond leads from end to end; the lines of an angle lead from the middle to each end.
// One invocation: one particle.

#include "cells/nearest_image.glsl"
#include "dpd/place_of_ids.glsl"

uniform int u_idsInMolecules;  // ids from this number on have no links
uniform sampler2D u_firstLink;
uniform sampler2D u_links;
uniform vec4 u_bondKind[kBondKinds];       // 1 for FENE, else 0; k; l; R
uniform float u_longestBond[kBondKinds];
uniform vec4 u_angleKind[kAngleKinds];     // harmonic: 1, k, pi - theta0; cosine: 0, k, cos(theta0), sin(theta0)

vec3 g_position = vec3(0.0);
vec3 g_force = vec3(0.0);
vec3 g_virial = vec3(0.0);
float g_bondEnergy = 0.0;
float g_angleEnergy = 0.0;

/// Returns the nearest image of the particle with this id, relative to `from`.
vec3 towards(vec3 from, int id) {
  vec3 d = positionOf(placeOf(id)).xyz - from;
  return d - nearestImage(d);
}

void addBond(int kind, int partner) {
  vec3 d = towards(g_position, partner);
  float r = length(d);
  vec4 bond = u_bondKind[kind];
  float stretch = r - bond.z;
  float share = bond.x * stretch / bond.w;   // stretch in units of R; 0 for a harmonic bond
  float left = 1.0 - share * share;
  if (!(r < u_longestBond[kind]) || !(left > 0.0)) {
    g_force = vec3(uintBitsToFloat(0x7FC00000u));
    return;
  }
  // Two particles at the same place have no direction between them; they have an energy, but no force.
  vec3 force = r > 0.0 ? bond.y * stretch / left / r * d : vec3(0.0);
  g_force += force;
  g_virial -= 0.5 * shareInside(g_position, d) * d * force;
  float energy = bond.x > 0.0 ? -0.5 * bond.w * bond.w * log(left) : 0.5 * stretch * stretch;
  g_bondEnergy += 0.5 * bond.y * energy;
}

/// Adds the force of an angle on the particle at the end of `a` or, with isMiddle, on the particle in the middle. `a`
/// and `b` lead from the particle in the middle to the ends.
void addAngle(int kind, vec3 a, vec3 b, bool isMiddle) {
  float squareA = dot(a, a);
  float squareB = dot(b, b);
  float product = sqrt(squareA * squareB);
  if (product == 0.0) return;
  float cosine = dot(a, b) / product;
  float sine = length(cross(a, b)) / product;
  float divisor = max(sine, 1e-6);
  vec4 angle = u_angleKind[kind];
  float energy = 0.0;
  float slope = 0.0;  // derivative of the energy with respect to the cosine
  if (angle.x > 0.0) {
    // Angles are measured from the straight angle, so that small differences from a straight preferred angle are
    // precise.
    float difference = atan(sine, -cosine) - angle.z;
    energy = 0.5 * difference * difference;
    slope = difference / divisor;
  } else {
    energy = 1.0 - cosine * angle.z - sine * angle.w;
    slope = angle.w * cosine / divisor - angle.z;
  }
  g_angleEnergy += angle.y * energy / 3.0;
  slope *= angle.y;
  vec3 onA = slope * (cosine / squareA * a - b / product);
  if (isMiddle) {
    g_force -= onA + slope * (cosine / squareB * b - a / product);
  } else {
    g_force += onA;
    g_virial += shareInside(g_position, -a) * a * onA;
  }
}

void run(int i) {
  o_force = vec4(0.0);
  o_virial = vec4(0.0);
  int id = int(predictedOf(i).w);
  if (id >= u_idsInMolecules) return;
  g_position = positionOf(i).xyz;
  int end = fetchId(u_firstLink, id + 1);
  for (int k = fetchId(u_firstLink, id); k < end; ++k) {
    vec4 link = texelFetch(u_links, texelOf(k), 0);
    int kind = int(link.x);
    if (kind >= 0) {
      addBond(kind, int(link.y));
    } else if (link.w > 0.0) {
      addAngle(-1 - kind, towards(g_position, int(link.y)), towards(g_position, int(link.z)), true);
    } else {
      vec3 middle = towards(g_position, int(link.y));
      addAngle(-1 - kind, -middle, towards(g_position + middle, int(link.z)), false);
    }
  }
  o_force = vec4(g_force, g_bondEnergy);
  o_virial = vec4(g_virial, g_angleEnergy);
}
