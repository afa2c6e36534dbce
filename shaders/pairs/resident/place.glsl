// Puts points of several systems into the cells of their systems. Compute only (OpenGL 4.3).
// Reads: b_points; b_starts, the first point of each of the u_systems systems and after them the number of points;
// b_lattices. Writes: o_cell, the number of the cell among those of all systems; b_place, the point wrapped into its
// system; b_turns, the shortest vectors taken away; b_system, its system; and b_far, the lowest number of a point that
// is not a number or farther from the origin than kFarthest. One invocation: one point, or from number u_points on one
// of those that fill the room: these get cells of their own, from u_firstUnused on.

#include "pairs/resident/lattice.glsl"
#include "pairs/resident/point.glsl"
#include "texel/id.glsl"

uniform int u_systems;
uniform int u_points;
uniform int u_firstUnused;

const double kMostTurns = 536870912.0LF;

/// Returns true if all numbers are finite. Compilers may take for granted that no number is NaN, but nothing about its
/// bits.
bool isFinite(dvec3 v) {
  uint exponent = 0x7FF00000u;
  for (int k = 0; k < 3; ++k) {
    if ((unpackDouble2x32(v[k]).y & exponent) == exponent) return false;
  }
  return true;
}

int systemOf(int i) {
  int low = 0;
  int high = u_systems;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (b_starts[middle] <= uint(i)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

void run(int i) {
  if (i >= u_points) {
    o_cell = encodeId(u_firstUnused + (i - u_points) / 4, 0.0);
    return;
  }
  int system = systemOf(i);
  dvec3 point = pointAt(i);
  ivec3 counts = cellCounts(system);
  ivec3 periodic = isPeriodic(system);
  dvec3 magnitude = magnitudes(system);
  dvec3 place = point;
  ivec3 turns = ivec3(0);
  ivec3 cell = ivec3(0);
  double size = abs(point.x) + abs(point.y) + abs(point.z);
  bool isFar = !isFinite(point) || size > kFarthest;
  for (int k = 0; k < 3 && !isFar; ++k) {
    double n = double(counts[k]);
    double fraction = dot(point, reciprocal(system, k));
    double whole = floor(fraction);
    if (periodic[k] != 0) {
      isFar = abs(whole) > kMostTurns;
      if (isFar) break;
      turns[k] = int(whole);
      place -= whole * shortest(system, k);
      size += abs(whole) * magnitude[k];
    }
    cell[k] = clamp(int((fraction - whole) * n), 0, counts[k] - 1);
  }
  if (isFar || size > kFarthest) atomicMin(b_far[0], uint(i));
  b_place[3 * i] = place.x;
  b_place[3 * i + 1] = place.y;
  b_place[3 * i + 2] = place.z;
  b_turns[3 * i] = turns.x;
  b_turns[3 * i + 1] = turns.y;
  b_turns[3 * i + 2] = turns.z;
  b_system[i] = uint(system);
  o_cell = encodeId(firstCell(system) + (cell.z * counts.y + cell.y) * counts.x + cell.x, 0.0);
}
