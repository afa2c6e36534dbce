// Step (ii) of the paper's listing 1, line 17, before a sub-buffer's turn, when no element of the sub-buffer is placed.
// Reads: u_runs, u_head. Writes: o_next, the present head of the element's bucket, marked as unvisited. Elements within
// a run write nothing. One invocation: one element.

#include "sort/runs.glsl"

uniform sampler2D u_runs;
uniform sampler2D u_head;

void run(int i) {
  vec4 ends = texelFetch(u_runs, texelOf(i), 0);
  if (runLength(ends) == 0) discard;
  o_next = encodeId(fetchId(u_head, decodeId(ends)), 0.0);
}
