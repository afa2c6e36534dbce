// The vector of a pair and its square, by exactly the expressions of src/pairs/pair_rule.h. Functions.
// Reads: what pairs/resident/lattice.glsl and pairs/resident/point.glsl read.

#include "pairs/resident/lattice.glsl"
#include "pairs/resident/point.glsl"

/// D of PairTable. `precise`, so that no compiler fuses a product and a sum.
dvec3 vectorOf(int system, int i, int j, ivec3 shift) {
  precise dvec3 apart = pointAt(j) - pointAt(i);
  if (shift == ivec3(0)) return apart;
  precise dvec3 s0 = double(shift.x) * side(system, 0);
  precise dvec3 s1 = double(shift.y) * side(system, 1);
  precise dvec3 s2 = double(shift.z) * side(system, 2);
  precise dvec3 two = s0 + s1;
  precise dvec3 three = two + s2;
  precise dvec3 d = apart + three;
  return d;
}

double squaredOf(dvec3 d) {
  precise double x = d.x * d.x;
  precise double y = d.y * d.y;
  precise double z = d.z * d.z;
  precise double two = x + y;
  precise double three = two + z;
  return three;
}
