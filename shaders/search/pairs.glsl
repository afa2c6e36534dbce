// The points near a point, as src/search/pair_list.h defines them.
// Reads: u_position, through the cell structure the cells, and with HASHED u_tile. With SORTED positions and tiles come in
// the order of the cells, and w of a position is the number of the point; otherwise that is its place. The including body
// defines onPair and calls forEachPair. kPossibleSquared and kSureSquared come from the prologue, kTiles with HASHED.

#include "search/neighbourhood.glsl"

uniform sampler2D u_position;
#ifdef HASHED
uniform usampler2D u_tile;
#endif

int g_point = 0;
vec3 g_position = vec3(0.0);
#ifdef HASHED
ivec3 g_tile = ivec3(0);
#endif

/// Called with the number of every point that may be near: with HALF_LIST only for larger ones than the point's. `ambiguous`
/// where floats cannot tell whether it is.
void onPair(int number, bool ambiguous);

#ifdef HASHED
/// Whether point j lies in the tile that the walk over the sides of the box came to. Of a periodic axis there are
/// kTiles in a row, of an open one as many as it takes.
bool isOnTile(int j, vec3 image) {
  ivec3 tile = ivec3(texelFetch(u_tile, texelOf(j), 0).xyz);
  ivec3 miss = abs(tile - g_tile - ivec3(sign(image)) * kHashed);
  return all(lessThanEqual(min(miss, abs(miss - kTiles)), ivec3(0)));
}
#endif

int numberOf(int j, vec4 position) {
#ifdef SORTED
  return int(position.w);
#else
  return j;
#endif
}

void visitNeighbour(int j, vec3 image) {
  vec4 position = texelFetch(u_position, texelOf(j), 0);
  int number = numberOf(j, position);
#ifdef HALF_LIST
  if (number < g_point) return;
#endif
  vec3 apart = position.xyz - g_position + image;
#ifdef MINIMUM_IMAGE
  // An axis too short for cells has one, without images.
  apart -= kImageSize * floor(apart * kPerImageSize + 0.5);
#endif
  float squared = dot(apart, apart);
  if (squared > kPossibleSquared) return;
#ifdef HASHED
  if (!isOnTile(j, image)) return;
#endif
  onPair(number, squared > kSureSquared);
}

void forEachPair(int i) {
  vec4 position = texelFetch(u_position, texelOf(i), 0);
  g_point = numberOf(i, position);
  g_position = position.xyz;
#ifdef HASHED
  g_tile = ivec3(texelFetch(u_tile, texelOf(i), 0).xyz);
#endif
  forEachNeighbour(i, g_position);
}
