// Detects the particles that have failed, which force_move.glsl marks. Functions.

/// Returns whether a particle has failed. The w of its velocity is the state of its noise, or negative once it has
/// failed.
bool hasFailed(vec4 velocity) {
  return velocity.w < 0.0;
}

/// Returns whether a particle has not failed and its velocity is finite. The velocity of an initial state may be
/// infinite or not a number.
bool isSound(vec4 velocity) {
  // Tests the bits, since a compiler may assume that every number is finite.
  ivec3 magnitude = floatBitsToInt(velocity.xyz) & 0x7FFFFFFF;
  return !hasFailed(velocity) && all(lessThan(magnitude, ivec3(0x7F800000)));
}
