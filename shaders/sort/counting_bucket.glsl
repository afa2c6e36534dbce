// Common code of the passes that order the elements of each bucket: the range of a bucket, its runs, and the output of
// an element. Functions; they read u_mapping and u_start, and write b_sorted or, in the last pass, u_order.

#include "texel/id.glsl"

uniform sampler2D u_mapping;
uniform sampler2D u_start;

struct Range {
  uint begin;
  uint end;  // the first place past the range
};

Range bucketOf(uint element) {
  int bucket = fetchId(u_mapping, int(element));
  return Range(uint(fetchId(u_start, bucket)), uint(fetchId(u_start, bucket + 1)));
}

// Returns the run that holds a place. Runs have `length` places, counted from the start of the bucket; the last run may
// be shorter.
Range runAround(uint place, Range bucket, uint length) {
  uint begin = bucket.begin + (place - bucket.begin) / length * length;
  return Range(begin, min(begin + length, bucket.end));
}

void put(uint element, uint place, bool isLastPass) {
  if (isLastPass) {
    imageStore(u_order, texelOf(int(place)), uvec4(element));
  } else {
    b_sorted[place] = element;
  }
}
