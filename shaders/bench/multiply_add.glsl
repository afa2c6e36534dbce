// 4,096 operations on numbers in registers, to measure the speed of arithmetic: 64 times a product and a sum on each of
// 32 numbers, enough to hide latency. src/bench/ceilings.cpp has the count, too.
// Reads: u_value. Writes: o_value. One invocation: one element.

#include "texel/layout.glsl"

uniform sampler2D u_value;

void run(int i) {
  vec4 value = texelFetch(u_value, texelOf(i), 0);
  // Near 1 for ever; not constants, which a compiler could work with.
  vec4 factor = 0.5 * value;
  vec4 a = value, b = 1.1 * value, c = 1.2 * value, d = 1.3 * value;
  vec4 e = 1.4 * value, f = 1.5 * value, g = 1.6 * value, h = 1.7 * value;
  for (int turn = 0; turn < 64; ++turn) {
    a = a * factor + factor;
    b = b * factor + factor;
    c = c * factor + factor;
    d = d * factor + factor;
    e = e * factor + factor;
    f = f * factor + factor;
    g = g * factor + factor;
    h = h * factor + factor;
  }
  o_value = a + b + c + d + e + f + g + h;
}
