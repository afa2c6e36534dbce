// Which element an invocation of BufferPass::runOver stands for, in rows of groups. Reads: the invocation's number. Writes
// nothing.

uniform uint u_first;
uniform uint u_count;

/// One of u_first .. u_first + u_count - 1; -1 for invocations behind the last.
int elementOfInvocation() {
  uint k = gl_GlobalInvocationID.y * (gl_NumWorkGroups.x * kGroupSize) + gl_GlobalInvocationID.x;
  return k < u_count ? int(u_first + k) : -1;
}
