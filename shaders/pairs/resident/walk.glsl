// Visits the neighbours of a point in its system: every image of every point within the cut-off. Between two sets, the
// points are those before u_firstOther, and their neighbours the others; within one set, u_firstOther is 0.
// Reads: b_near, the wrapped points in the order of their cells, in single precision and units of the cut-off, with
// their numbers in w; b_place, the same in double precision and by number; u_start, where those of each cell begin,
// u_cell, the cell of each point; b_turns, b_system; and what pairs/resident/vector.glsl and pairs/resident/limits.glsl
// read. kPerCutoff comes from the prologue. Calls `visit`, which the including file defines.

#include "pairs/resident/limits.glsl"
#include "pairs/resident/shift.glsl"
#include "pairs/resident/vector.glsl"
#include "texel/id.glsl"

// Points that are read at once, so that one wait for memory is for all of them.
const int kAhead = 4;

uniform sampler2D u_start;
uniform sampler2D u_cell;
uniform int u_firstOther;

void visit(int other, ivec3 image);

int g_number = 0;
int g_system = 0;

/// Starts hold numbers, of which the largest means NULL elsewhere; the bytes are the same.
int startAt(int cell) {
  return fetchId(u_start, cell);
}

/// The rule of isInHalfList for a point and its own image.
bool isUpper(ivec3 shift) {
  int sum = shift.x + shift.y + shift.z;
  if (sum != 0) return sum > 0;
  return shift.z != 0 ? shift.z > 0 : shift.y > 0;
}

/// `squared`: of the rounded distance, which is off by up to `error`.
void test(int other, float squared, float error, ivec3 image) {
  if (other < u_firstOther) return;
#ifdef HALF_LIST
  if (other < g_number) return;
  if (other == g_number && !isUpper(inSides(g_system, image))) return;
#else
  if (other == g_number && image == ivec3(0)) return;
#endif
  dvec2 limits = limitsOf(g_number, other);
  float possible = float(limits.x) + error;
  float sure = max(float(limits.x) - error, 0.0);
  if (limits.y < 0.0LF || squared > possible * possible) return;
  if (squared >= sure * sure) {
    ivec3 shift = shiftOf(g_system, g_number, other, image);
    if (squaredOf(vectorOf(g_system, g_number, other, shift)) > limits.y) return;
  }
  visit(other, image);
}

/// Visits the points of the cells `first` to `last`, one stretch of b_near. Single precision decides, unless a
/// distance is so near to the cut-off that rounding could. The coordinates of `from` are off by 2^-24 of its length,
/// those of a point within the cut-off by no more than 2^-24 of that and a cut-off, and the distance by 2^-22 of it;
/// 5e-7 is twice as much. Wrapped points themselves are off by 2e-7 (src/pairs/resident/resident_search.cpp).
void visitCells(int first, int last, dvec3 from, ivec3 image) {
  vec3 origin = vec3(kPerCutoff * from);
  float error = 5e-7 * (abs(origin.x) + abs(origin.y) + abs(origin.z) + 1.0) + 2e-6;
  float possible = (1.0 + error) * (1.0 + error);
  int end = startAt(last + 1);
  for (int at = startAt(first); at < end; at += kAhead) {
    uvec4 near[kAhead];
    for (int k = 0; k < kAhead; ++k) near[k] = b_near[min(at + k, end - 1)];
    for (int k = 0; k < kAhead && at + k < end; ++k) {
      vec3 d = uintBitsToFloat(near[k].xyz) - origin;
      float squared = dot(d, d);
      if (squared <= possible) test(int(near[k].w), squared, error, image);
    }
  }
}

/// Returns the whole part of a / n, rounded down.
int turnOf(int a, int n) {
  return a >= 0 ? a / n : -((n - 1 - a) / n);
}

void walk(int place) {
  g_number = int(b_near[place].w);
  g_system = int(b_system[g_number]);
  ivec3 counts = cellCounts(g_system);
  ivec3 reach = reachInCells(g_system);
  ivec3 periodic = isPeriodic(g_system);
  int first = firstCell(g_system);
  int cell = fetchId(u_cell, g_number) - first;
  ivec3 home = ivec3(cell % counts.x, cell / counts.x % counts.y, cell / (counts.x * counts.y));
  dvec3 from = dvec3(b_place[3 * g_number], b_place[3 * g_number + 1], b_place[3 * g_number + 2]);
  dvec3 gx = shortest(g_system, 0);
  dvec3 gy = shortest(g_system, 1);
  dvec3 gz = shortest(g_system, 2);
  for (int z = home.z - reach.z; z <= home.z + reach.z; ++z) {
    int turnZ = turnOf(z, counts.z);
    int layer = (z - turnZ * counts.z) * counts.y;
    dvec3 fromZ = from - double(turnZ * periodic.z) * gz;
    for (int y = home.y - reach.y; y <= home.y + reach.y; ++y) {
      int turnY = turnOf(y, counts.y);
      int row = first + (layer + y - turnY * counts.y) * counts.x;
      dvec3 fromY = fromZ - double(turnY * periodic.y) * gy;
      // A row is as many stretches as it has images of the system.
      for (int x = home.x - reach.x; x <= home.x + reach.x;) {
        int turnX = turnOf(x, counts.x);
        int before = turnX * counts.x;
        int last = min(home.x + reach.x, before + counts.x - 1);
        visitCells(row + x - before, row + last - before, fromY - double(turnX * periodic.x) * gx,
                   ivec3(turnX, turnY, turnZ) * periodic);
        x = last + 1;
      }
    }
  }
}
