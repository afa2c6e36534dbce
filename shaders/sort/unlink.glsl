// Follows an old list past the elements that moved away, which are unvisited. Reads: u_next.

#include "texel/id.glsl"

uniform sampler2D u_next;

/// Returns the first element from i on, along its list, that stays in its bucket, or kNull if no element does.
int firstThatStays(int i) {
  while (i != kNull) {
    vec4 next = texelFetch(u_next, texelOf(i), 0);
    if (next.a > 0.5) break;
    i = decodeId(next);
  }
  return i;
}
