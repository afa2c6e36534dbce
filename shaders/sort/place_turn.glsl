// Step (ii) of the paper's listing 1, lines 14-15, after a sub-buffer's turn.
// Reads: u_runs, u_head. Writes: the flag of o_next (visited) if the run that ends at this element is the first of its
// bucket, and nothing elsewhere, so that an occlusion query around the pass counts the runs that are placed. One
// invocation: one element.

#include "sort/runs.glsl"

uniform sampler2D u_runs;
uniform sampler2D u_head;

void run(int i) {
  vec4 ends = texelFetch(u_runs, texelOf(i), 0);
  int elements = runLength(ends);
  if (elements == 0 || fetchId(u_head, decodeId(ends)) != i + 1 - elements) discard;
  o_next = vec4(1.0);
}
