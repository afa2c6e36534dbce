// A stage of Stockham's Fourier transform along one axis of a grid: joins transforms of u_half elements in pairs, and
// leaves them in the order in which the next stage reads them.
// Reads: u_values, xy and zw: two complex numbers; u_turns, a table of M elements, xy: exp(-2 pi i m / M) in element m,
// so that element r * u_turnStep is exp(-pi i r / u_half). Writes: o_values. One invocation: one element.

#include "texel/layout.glsl"

uniform sampler2D u_values;
uniform sampler2D u_turns;
uniform int u_stride;    // number of elements from one place along the axis to the next
uniform int u_size;      // number of places along the axis
uniform int u_half;
uniform int u_turnStep;

void run(int i) {
  int place = (i / u_stride) % u_size;
  int member = place % (2 * u_half);
  int from = place / (2 * u_half) * u_half + member % u_half;
  int first = i + (from - place) * u_stride;
  vec4 even = texelFetch(u_values, texelOf(first), 0);
  vec4 odd = texelFetch(u_values, texelOf(first + u_size / 2 * u_stride), 0);
  vec2 turn = texelFetch(u_turns, texelOf(member * u_turnStep), 0).xy;
  o_values = even + turn.x * odd + turn.y * vec4(-odd.y, odd.x, -odd.w, odd.z);
}
