// One step of an inclusive prefix sum (Hillis and Steele): after the steps 1, 2, 4, ... every element is the sum of
// all up to itself. Reads: u_values, numbers as ids. Writes: o_sum. One invocation: one element.

#include "texel/id.glsl"

uniform sampler2D u_values;
uniform int u_offset;

void run(int i) {
  int sum = fetchId(u_values, i);
  if (i >= u_offset) sum += fetchId(u_values, i - u_offset);
  o_sum = encodeId(sum, 1.0);
}
