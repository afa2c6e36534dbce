// How passes tell the particles that have failed, which force_move.glsl marks. Function.

/// The w of a velocity is the state of the particle's noise, or negative since it has failed.
bool hasFailed(vec4 velocity) {
  return velocity.w < 0.0;
}
