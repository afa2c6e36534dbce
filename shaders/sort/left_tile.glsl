// Which elements are left, in tiles of 8 x 2 texels: these are told apart faster than 16 elements in a row, as neighbouring
// invocations read neighbouring texels and use all four that textureGather gives. Functions. Reads and writes nothing.
// A tile's id has a bit for each element, from the lowest on those of its first row, then those of its second one.
// kTilesAcross, how many lie side by side, comes from the prologue (src/sort/left_counts.h).

#include "texel/bits.glsl"
#include "texel/id.glsl"

const ivec2 kTile = ivec2(8, 2);

ivec2 cornerOf(int tile) {
  return kTile * ivec2(tile % kTilesAcross, tile / kTilesAcross);
}

/// The place of a texel in its tile.
int placeOf(ivec2 texel) {
  return (texel.y & 1) << 3 | (texel.x & 7);
}

int fetchTile(sampler2D tiles, ivec2 texel) {
  return fetchId(tiles, (texel.y >> 1) * kTilesAcross + (texel.x >> 3));
}

/// A bit for each of the 8 elements from 8 * eight on.
int leftOf(sampler2D tiles, int eight) {
  ivec2 first = texelOf(8 * eight);
  if (kTexelWidth >= 8) return fetchTile(tiles, first) >> placeOf(first) & 0xFF;
  int bits = 0;
  for (int k = 0; k < 8; ++k) {
    ivec2 texel = texelOf(8 * eight + k);
    bits |= (fetchTile(tiles, texel) >> placeOf(texel) & 1) << k;
  }
  return bits;
}

/// How many of these 8 are left.
int numberLeft(sampler2D tiles, int eight) {
  return int(bitsSet(uint(leftOf(tiles, eight))));
}
