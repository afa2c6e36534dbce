// Step (ii) of the paper's listing 1, lines 12-17.
// Reads: u_mapping, u_head, u_next. Writes: o_next, the next array with visited flags.
// One invocation: one element. A visited element stays as it is; an element that is its bucket's head becomes visited
// and keeps its next; any other element points at the head.

#include "texel/id.glsl"

uniform sampler2D u_mapping;
uniform sampler2D u_head;
uniform sampler2D u_next;

void run(int i) {
  o_next = texelFetch(u_next, texelOf(i), 0);
  if (o_next.a > 0.5) return;
  int head = fetchId(u_head, fetchId(u_mapping, i));
  o_next = head == i ? vec4(o_next.rgb, 1.0) : encodeId(head, 0.0);
}
