// Visits the neighbours of a point in its system: every image of every point within the cut-off. Between two sets, the
// points are those before u_firstOther, and their neighbours the others; within one set, u_firstOther is 0.
// Reads: b_near, the wrapped points in the order of their cells, with their numbers in w; u_start, where those of each
// cell begin, u_cell, the cell of each point; b_turns, b_system; and what pairs/resident/vector.glsl and
// pairs/resident/limits.glsl read. kPossibleSquared comes from the prologue. Calls `visit`, which the including file
// defines.

#include "pairs/resident/limits.glsl"
#include "pairs/resident/shift.glsl"
#include "pairs/resident/vector.glsl"
#include "texel/id.glsl"

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

void test(int other, double squared, ivec3 image) {
  if (other < u_firstOther) return;
#ifdef HALF_LIST
  if (other < g_number) return;
  if (other == g_number && !isUpper(inSides(g_system, image))) return;
#else
  if (other == g_number && image == ivec3(0)) return;
#endif
  dvec3 limits = limitsOf(g_number, other);
  if (squared > limits.x) return;
  if (squared >= limits.y) {
    ivec3 shift = shiftOf(g_system, g_number, other, image);
    if (squaredOf(vectorOf(g_system, g_number, other, shift)) > limits.z) return;
  }
  visit(other, image);
}

/// Visits the points of the cells `first` to `last`, which are one stretch of b_near.
void visitCells(int first, int last, dvec3 from, ivec3 image) {
  int end = startAt(last + 1);
  for (int at = startAt(first); at < end; ++at) {
    dvec4 near = b_near[at];
    dvec3 d = near.xyz - from;
    double squared = dot(d, d);
    if (squared <= kPossibleSquared) test(int(near.w), squared, image);
  }
}

/// Returns the whole part of a / n, rounded down.
int turnOf(int a, int n) {
  return a >= 0 ? a / n : -((n - 1 - a) / n);
}

void walk(int place) {
  dvec4 own = b_near[place];
  g_number = int(own.w);
  g_system = int(b_system[g_number]);
  ivec3 counts = cellCounts(g_system);
  ivec3 reach = reachInCells(g_system);
  ivec3 periodic = isPeriodic(g_system);
  int first = firstCell(g_system);
  int cell = fetchId(u_cell, g_number) - first;
  ivec3 home = ivec3(cell % counts.x, cell / counts.x % counts.y, cell / (counts.x * counts.y));
  dvec3 from = own.xyz;
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
