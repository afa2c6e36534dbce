// Detects the particles that have failed, which force_move.glsl marks. Function.

/// Returns whether a particle has failed. The w of its velocity is the state of its noise, or negative once it has
/// failed.
bool hasFailed(vec4 velocity) {
  return velocity.w < 0.0;
}
