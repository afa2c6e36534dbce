// The downward half of a prefix sum by work groups. Reads: u_values, two 64-bit numbers per element; u_blockEnds, their
// sums up to the end of each block of kGroupSize * kShare elements. Writes the image o_end, for each element the sum of
// all elements up to and including it. One group: one block.

#include "texel/layout.glsl"
#include "texel/pair64.glsl"
#include "texel/prefix_sum_block.glsl"

uniform usampler2D u_blockEnds;

void main() {
  uint t = gl_LocalInvocationIndex;
  int block = int(gl_WorkGroupID.x);
  uvec4 end = block > 0 ? texelFetch(u_blockEnds, texelOf(block - 1), 0) : uvec4(0u);
  s_sums[t] = sumOfShare();
  sync();
  // The inclusive prefix sums of the shares.
  for (uint stride = 1u; stride < kGroupSize; stride *= 2u) {
    uvec4 before = t >= stride ? s_sums[t - stride] : uvec4(0u);
    sync();
    s_sums[t] = add64(s_sums[t], before);
    sync();
  }
  if (t > 0u) end = add64(end, s_sums[t - 1u]);
  for (int k = 0; k < kShare; ++k) {
    int i = firstOfShare() + k;
    if (i >= u_elements) break;
    end = add64(end, texelFetch(u_values, texelOf(i), 0));
    imageStore(o_end, texelOf(i), end);
  }
}
