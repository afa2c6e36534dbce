// Step (ii) of the paper's listing 1, lines 12-17, for gathered elements.
// Reads: u_element, u_runs, u_next, as sort/gather_unvisited.glsl writes them; u_head. Writes: o_next, with visited
// flags. One invocation: one gathered element. A visited element stays as it is; an element whose run is the first of
// its bucket becomes visited and keeps its next; any other element points at the head.

#include "sort/runs.glsl"

uniform sampler2D u_element;
uniform sampler2D u_runs;
uniform sampler2D u_next;
uniform sampler2D u_head;

void run(int k) {
  o_next = texelFetch(u_next, texelOf(k), 0);
  if (o_next.a > 0.5) return;
  vec4 ends = texelFetch(u_runs, texelOf(k), 0);
  int head = fetchId(u_head, decodeId(ends));
  bool isPlaced = head == fetchId(u_element, k) + 1 - runLength(ends);
  o_next = isPlaced ? vec4(o_next.rgb, 1.0) : encodeId(head, 0.0);
}
