// Coarse positions of one word each, by which a search excludes most points that are far away. Four words are a texel.
// kPeriodsPerLength and kCoarselyNearSquared come from the prologue (src/cells/cell_grid.cpp).

/// Returns the coarse position: the coordinates modulo the period, x in the lowest 11 bits, y in the next 11 bits, and
/// z in the upper 10 bits.
uint coarsePosition(vec3 position) {
  uvec3 steps = uvec3(fract(position * kPeriodsPerLength) * vec3(2048.0, 2048.0, 1024.0));
  // A fraction may round up to 1.
  steps &= uvec3(2047u, 2047u, 1023u);
  return steps.x | steps.y << 11u | steps.z << 22u;
}

/// Returns a bit for each of four positions. A bit is 0 only if its position is farther away than the search radius.
uint coarselyNear(uint position, uvec4 others) {
  // The upper bits of each word are a difference of coordinates. The lower bits of the word add less than one step of
  // the coordinate to it.
  ivec4 apart = ivec4(others - position);
  vec4 x = vec4(apart << 21);
  vec4 y = vec4(apart << 10);
  vec4 z = vec4(apart);
  uvec4 near = uvec4(lessThan(x * x + y * y + z * z, vec4(kCoarselyNearSquared)));
  return near.x | near.y << 1 | near.z << 2 | near.w << 3;
}
