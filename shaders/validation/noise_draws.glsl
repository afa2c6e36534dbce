// The noise of the three pairs of three particles, for statistics (src/validation/noise_checks.cpp).
// Reads: u_state, xyz: the noise states of the three particles. Writes: o_theta, xyz: theta of the pairs (1,2), (1,3)
// and (2,3), w: 0; o_state, xyz: the noise states of the next step. The noise itself is included by the prologue.
// One invocation: three particles, ids 3 i to 3 i + 2.

#include "texel/layout.glsl"

uniform sampler2D u_state;

void run(int i) {
  beginNoise();
  vec3 state = texelFetch(u_state, texelOf(i), 0).xyz;
  int first = 3 * i;
  // As in a fluid, either particle of a pair may come first.
  o_theta = vec4(pairNoise(first, first + 1, state.x, state.y), pairNoise(first + 2, first, state.z, state.x),
                 pairNoise(first + 1, first + 2, state.y, state.z), 0.0);
  o_state = vec4(advanceNoiseState(state.x), advanceNoiseState(state.y), advanceNoiseState(state.z), 0.0);
}
