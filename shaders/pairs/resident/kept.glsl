// The kept pairs that are pairs now. Function.
// Reads: b_system, and what pairs/resident/vector.glsl and pairs/resident/limits.glsl read.

#include "pairs/resident/limits.glsl"
#include "pairs/resident/vector.glsl"

/// `slot`: the second point and the shift.
bool isNear(int i, uvec4 slot) {
  int j = int(slot.x);
  return squaredOf(vectorOf(int(b_system[i]), i, j, ivec3(slot.yzw))) <= limitsOf(i, j).y;
}
