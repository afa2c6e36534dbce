// Copies an element, to measure how fast memory is.
// Reads: u_value, or with BUFFERS b_value. Writes: o_value, or b_copy. One invocation: one element, or four with
// BUFFERS, so that the reads of each wait together.

#include "texel/layout.glsl"

#ifdef BUFFERS
void run(int i) {
  vec4 a = b_value[i], b = b_value[i + u_count], c = b_value[i + 2 * u_count], d = b_value[i + 3 * u_count];
  b_copy[i] = a;
  b_copy[i + u_count] = b;
  b_copy[i + 2 * u_count] = c;
  b_copy[i + 3 * u_count] = d;
}
#else
uniform sampler2D u_value;

void run(int i) {
  o_value = texelFetch(u_value, texelOf(i), 0);
}
#endif
