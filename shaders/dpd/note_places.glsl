// Notes the place of a particle by its id. Compute only (OpenGL 4.3).
// Reads: the particles, through the accessors that the prologue includes. Writes: the particle's place, as a word of 32
// bits, to the texel of its id in u_place. One invocation: one of the particles u_first .. u_first + u_count - 1.

#include "texel/element.glsl"
#include "texel/layout.glsl"

void main() {
  int i = elementOfInvocation();
  if (i < 0) return;
  imageStore(u_place, texelOf(int(predictedOf(i).w)), uvec4(uint(i) | 0xFF000000u));
}
