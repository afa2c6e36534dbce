// The unvisited elements in tiles of 8 x 2 texels. A search by tiles is faster than a search by 16 consecutive
// elements: neighbouring invocations read neighbouring texels, and use all four values that textureGather returns.
// Functions. Reads and writes nothing. A tile's id has a bit for each element: the lowest 8 bits are for the first row
// of the tile, the next 8 bits for its second row. kTilesAcross, the number of tiles per row, comes from the prologue
// (src/sort/single_pass_sort.h).

#include "texel/bits.glsl"
#include "texel/id.glsl"

const ivec2 kTile = ivec2(8, 2);

ivec2 cornerOf(int tile) {
  return kTile * ivec2(tile % kTilesAcross, tile / kTilesAcross);
}

/// Returns the place of a texel in its tile.
int placeOf(ivec2 texel) {
  return (texel.y & 1) << 3 | (texel.x & 7);
}

int fetchTile(sampler2D tiles, ivec2 texel) {
  return fetchId(tiles, (texel.y >> 1) * kTilesAcross + (texel.x >> 3));
}

/// Returns a bit for each of the 8 elements from 8 * eight on, set if it is unvisited.
int unvisitedOf(sampler2D tiles, int eight) {
  ivec2 first = texelOf(8 * eight);
  if (kTexelWidth >= 8) return fetchTile(tiles, first) >> placeOf(first) & 0xFF;
  int bits = 0;
  for (int k = 0; k < 8; ++k) {
    ivec2 texel = texelOf(8 * eight + k);
    bits |= (fetchTile(tiles, texel) >> placeOf(texel) & 1) << k;
  }
  return bits;
}

/// Returns the number of unvisited elements among these 8.
int numberUnvisited(sampler2D tiles, int eight) {
  return int(bitsSet(uint(unvisitedOf(tiles, eight))));
}
