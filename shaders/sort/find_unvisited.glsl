// Finds the unvisited elements of a tile, before they are gathered.
// Reads: u_next. Writes: o_unvisited, a tile in the format of unvisited_tile.glsl. One invocation: one tile.

#include "sort/unvisited_tile.glsl"

uniform sampler2D u_next;
uniform int u_elements;

/// Returns the flags of four texels: this texel, the next texel, and the two below them in the next row.
vec4 flagsFrom(ivec2 texel) {
#ifdef GATHERS
  return textureGather(u_next, (vec2(texel) + 1.0) / vec2(textureSize(u_next, 0)), 3).wzxy;
#else
  // The place is clamped, so that nothing outside the texture is fetched.
  ivec2 last = textureSize(u_next, 0) - 1;
  return vec4(texelFetch(u_next, min(texel, last), 0).a, texelFetch(u_next, min(texel + ivec2(1, 0), last), 0).a,
              texelFetch(u_next, min(texel + ivec2(0, 1), last), 0).a, texelFetch(u_next, min(texel + 1, last), 0).a);
#endif
}

bool exists(ivec2 texel) {
  return texel.x < kTexelWidth && (texel.y << kTexelWidthLog2) + texel.x < u_elements;
}

void run(int tile) {
  ivec2 corner = cornerOf(tile);
  int bits = 0;
  for (int x = 0; x < kTile.x; x += 2) {
    ivec4 left = ivec4(lessThan(flagsFrom(corner + ivec2(x, 0)), vec4(0.5)));
    bits |= (left.x | left.y << 1 | left.z << 8 | left.w << 9) << x;
  }
  if (!exists(corner + kTile - 1)) {
    for (int place = 0; place < 16; ++place) {
      if (!exists(corner + ivec2(place & 7, place >> 3))) bits &= ~(1 << place);
    }
  }
  o_unvisited = encodeId(bits, 1.0);
}
