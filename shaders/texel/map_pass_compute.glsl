// The compute launch of a map pass. Reads: the invocation's number. Writes: the outputs of run(i), stored to
// images. One invocation: one element; invocations behind the last element write nothing.

#include "texel/layout.glsl"

void main() {
  uint rowOfGroups = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  int i = int(gl_GlobalInvocationID.y * rowOfGroups + gl_GlobalInvocationID.x);
  if (i >= u_count) return;
  run(i);
  storeOutputs(texelOf(i));
}
