// Follows an old list past the elements that moved away. Reads: u_next, u_moved.

#include "texel/id.glsl"

uniform sampler2D u_next;
uniform sampler2D u_moved;

bool moved(int i) {
  return texelFetch(u_moved, texelOf(i), 0).a > 0.5;
}

/// The first element from i on, along its list, that stays in its bucket; kNull if none does.
int firstThatStays(int i) {
  while (i != kNull && moved(i)) i = fetchId(u_next, i);
  return i;
}
