// The upward half of a prefix sum by work groups. Reads: u_values, two 64-bit numbers per element. Writes the image
// o_total, the sum of each block of kGroupSize * kShare elements. One group: one block.

#include "texel/layout.glsl"
#include "texel/pair64.glsl"
#include "texel/prefix_sum_block.glsl"

void main() {
  uint t = gl_LocalInvocationIndex;
  s_sums[t] = sumOfShare();
  sync();
  for (uint stride = kGroupSize / 2u; stride > 0u; stride /= 2u) {
    if (t < stride) s_sums[t] = add64(s_sums[t], s_sums[t + stride]);
    sync();
  }
  if (t == 0u) imageStore(o_total, texelOf(int(gl_WorkGroupID.x)), s_sums[0]);
}
