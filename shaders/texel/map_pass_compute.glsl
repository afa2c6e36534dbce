// The compute launch of a map pass. Reads: the invocation's number. Writes: the outputs of run(i), stored to
// images. One invocation: one of the elements u_first .. u_first + u_count - 1; further invocations write nothing.

#include "texel/layout.glsl"

void main() {
  uint rowOfGroups = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  int k = int(gl_GlobalInvocationID.y * rowOfGroups + gl_GlobalInvocationID.x);
  if (k >= u_count) return;
  int i = u_first + k;
  run(i);
  storeOutputs(texelOf(i));
}
