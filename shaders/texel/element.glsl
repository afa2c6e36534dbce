// Finds the element of an invocation of BufferPass::runOver, in rows of groups. Reads: the invocation's number. Writes
// nothing.

uniform uint u_first;
uniform uint u_count;

/// Returns one of the numbers u_first .. u_first + u_count - 1, or -1 for an invocation without an element.
int elementOfInvocation() {
  uint k = gl_GlobalInvocationID.y * (gl_NumWorkGroups.x * kGroupSize) + gl_GlobalInvocationID.x;
  return k < u_count ? int(u_first + k) : -1;
}
