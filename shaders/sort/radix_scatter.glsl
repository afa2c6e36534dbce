// Last third of a pass of the radix sort: moves every key to its place. Reads keys, b_counts and b_partSums, and with
// WITH_ORDER also b_order. With FIRST_PASS an element's own number takes the place of b_order. Writes b_sortedKeys and
// b_sortedOrder. One group: u_tilesPerGroup tiles, one after another.
//
// A tile is sorted in shared memory first, so that neighbouring invocations write to neighbouring places in
// memory.

#pragma optionNV(unroll all)
#include "sort/radix_keys.glsl"
#include "sort/radix_rank.glsl"

uniform uint u_parts;       // at most kPoolSize
uniform uint u_partLength;

shared uint s_next[kRadix];         // for each digit, the place of the group's next key with this digit
shared uint s_begin[kRadix + 1u];   // for each digit, the start of its keys in the sorted tile

void loadNextPlaces() {
  for (uint part = threadNumber(); part < u_parts; part += kGroupSize) {
    s_pool[padded(part)] = b_partSums[part];
  }
  sync();
  scanPool(u_parts);
  for (uint digit = threadNumber(); digit < kRadix; digit += kGroupSize) {
    uint word = digit * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    s_next[digit] = b_counts[word] + s_pool[padded(word / u_partLength)];
  }
  sync();
}

void loadKeys(uint base, uint size, out uint keys[kItems]) {
#ifdef TRANSPOSE
  for (uint k = 0u; k < kItems; ++k) {
    uint place = k * kGroupSize + threadNumber();
    if (place < size) s_pool[padded(place)] = loadKey(base + place);
  }
  sync();
  for (uint k = 0u; k < kItems; ++k) keys[k] = s_pool[padded(placeInTile(k))];
  sync();
#else
  for (uint k = 0u; k < kItems; ++k) {
    keys[k] = placeInTile(k) < size ? loadKey(base + placeInTile(k)) : 0u;
  }
#endif
}

#ifdef FIRST_PASS
uint elementOf(uint i) { return i; }
#elif defined(WITH_ORDER)
uint elementOf(uint i) { return b_order[i]; }
#endif

// The place of each key in the sorted tile. Places past the last key rank after all keys.
void rankKeys(uint size, uint keys[kItems], out uint ranks[kItems]) {
  clearCounts();
  for (uint k = 0u; k < kItems; ++k) {
    ranks[k] = rankNext(placeInTile(k) < size ? digitOf(keys[k]) : kRadix - 1u);
  }
  sync();
  scanPool(kWords);
  for (uint k = 0u; k < kItems; ++k) {
    uint digit = placeInTile(k) < size ? digitOf(keys[k]) : kRadix - 1u;
    ranks[k] += s_pool[padded(digit * kColumns + column())];
  }
  for (uint digit = threadNumber(); digit < kRadix; digit += kGroupSize) {
    s_begin[digit] = s_pool[padded(digit * kColumns)];
  }
  if (threadNumber() == 0u) s_begin[kRadix] = kTile;
  sync();
}

void moveTile(uint base, uint size, bool isFirst, bool isLast) {
  // All reads come before the first use, so that the GPU waits for memory once.
  uint keys[kItems];
  loadKeys(base, size, keys);
#ifdef WITH_ORDER
  uint elements[kItems];
  for (uint k = 0u; k < kItems; ++k) {
    elements[k] = placeInTile(k) < size ? elementOf(base + placeInTile(k)) : 0u;
  }
#endif
  if (isFirst) loadNextPlaces();
  uint ranks[kItems];
  rankKeys(size, keys, ranks);
  for (uint k = 0u; k < kItems; ++k) s_pool[ranks[k]] = keys[k];
  sync();
  uint targets[kItems];
  for (uint k = 0u; k < kItems; ++k) {
    uint place = k * kGroupSize + threadNumber();
    uint key = s_pool[place];
    uint digit = digitOf(key);
    targets[k] = s_next[digit] + place - s_begin[digit];
    if (place < size) b_sortedKeys[targets[k]] = key;
  }
#ifdef WITH_ORDER
  sync();
  for (uint k = 0u; k < kItems; ++k) s_pool[ranks[k]] = elements[k];
  sync();
  for (uint k = 0u; k < kItems; ++k) {
    uint place = k * kGroupSize + threadNumber();
    if (place < size) b_sortedOrder[targets[k]] = s_pool[place];
  }
#endif
  if (isLast) return;
  sync();
  for (uint digit = threadNumber(); digit < kRadix; digit += kGroupSize) {
    s_next[digit] += s_begin[digit + 1u] - s_begin[digit];
  }
  sync();
}

void main() {
  uint begin = gl_WorkGroupID.x * u_tilesPerGroup * kTile;
  uint end = min(begin + u_tilesPerGroup * kTile, u_count);
  for (uint base = begin; base < end; base += kTile) {
    moveTile(base, min(kTile, end - base), base == begin, end - base <= kTile);
  }
}
