// The keys of a pass of the radix sort, and a work group's part of the keys. Functions; they read b_keys, or with
// KEYS_IN_TEXELS the ids of u_keys. kItems is the number of keys per invocation in a tile.

#include "texel/id.glsl"

uniform uint u_count;          // keys
uniform uint u_tilesPerGroup;  // a tile: kGroupSize * kItems consecutive keys
uniform uint u_shift;          // lowest bit of this pass's digit in a key
uniform uint u_mask;           // the bits of the digit, shifted down to bit 0

const uint kRadix = 1u << kRadixBits;
const uint kTile = kGroupSize * kItems;

#ifdef KEYS_IN_TEXELS
uniform sampler2D u_keys;
uint loadKey(uint i) { return uint(fetchId(u_keys, int(i))); }
#else
uint loadKey(uint i) { return b_keys[i]; }
#endif

uint digitOf(uint key) {
  return (key >> u_shift) & u_mask;
}
