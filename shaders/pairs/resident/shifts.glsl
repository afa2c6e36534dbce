// Finds the shifts of pairs. Compute only (OpenGL 4.3).
// Reads: b_first, the first point of each pair; b_hits, the second and its image: three numbers of ten bits, 512 for 0;
// b_system; and what pairs/resident/shift.glsl reads. Writes: b_slots, the second point and the shift. One invocation:
// one pair.

#include "pairs/resident/shift.glsl"

void run(int row) {
  int i = int(b_first[row]);
  uvec2 hit = b_hits[row];
  ivec3 image = ivec3(hit.y & 1023u, (hit.y >> 10) & 1023u, hit.y >> 20) - 512;
  b_slots[row] = uvec4(hit.x, uvec3(shiftOf(int(b_system[i]), i, int(hit.x), image)));
}
