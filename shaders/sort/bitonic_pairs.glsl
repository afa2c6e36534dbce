// Two (cell, element) pairs per texel of uints: xy is pair 2t, zw is pair 2t + 1.
// Functions. Pairs are compared by cell, then by element, so no two are equal and the sort is stable.

#include "texel/layout.glsl"

// Fills the place of a missing element; comes after every pair in the order.
const uvec2 kNoPair = uvec2(0xFFFFFFFFu);

bool comesBefore(uvec2 a, uvec2 b) {
  return a.x < b.x || (a.x == b.x && a.y < b.y);
}

uvec2 firstOf(uvec2 a, uvec2 b) {
  return comesBefore(b, a) ? b : a;
}

uvec2 lastOf(uvec2 a, uvec2 b) {
  return comesBefore(b, a) ? a : b;
}

uvec4 inOrder(uvec4 pairs) {
  return uvec4(firstOf(pairs.xy, pairs.zw), lastOf(pairs.xy, pairs.zw));
}

uvec2 fetchPair(usampler2D pairs, int i) {
  uvec4 texel = texelFetch(pairs, texelOf(i >> 1), 0);
  return (i & 1) == 0 ? texel.xy : texel.zw;
}
