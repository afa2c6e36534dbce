// The fragment launch of a map pass. Reads: gl_FragCoord. Writes: the outputs of run(i), which are the colour
// attachments. One invocation: one of the elements u_first .. u_first + u_count - 1; further fragments write nothing.

#include "texel/layout.glsl"

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  int i = texel.y * kTexelWidth + texel.x;
  if (i < u_first || i - u_first >= u_count) discard;
  run(i);
}
