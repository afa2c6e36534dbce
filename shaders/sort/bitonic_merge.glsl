// STAGES consecutive stages of one merge of a bitonic sorting network. In a stage every texel is compared with one
// partner, pair by pair; the texel at the lower place keeps the pairs that come first.
//
// The first stage of a merge compares a sorted run with the next run, which is read backwards (u_mirrored). In each
// further stage the compared texels are half as far apart as in the stage before. Thus, in all stages, the lower place
// keeps the pairs that come first. Places past the last texel never exchange anything, so that they need not exist, and
// any number of elements can be sorted.
//
// Reads: 2^STAGES texels of u_pairs. Writes: o_pairs. One invocation: one texel.

#include "sort/bitonic_pairs.glsl"

uniform usampler2D u_pairs;
uniform int u_texels;
uniform int u_distance;  // distance of the partners in the first of the stages, in texels: a power of two
uniform bool u_mirrored;

uvec4 keep(int i, uvec4 own, int partner, uvec4 theirs) {
  return i < partner ? uvec4(firstOf(own.xy, theirs.xy), firstOf(own.zw, theirs.zw))
                     : uvec4(lastOf(own.xy, theirs.xy), lastOf(own.zw, theirs.zw));
}

// The next functions return the contents of texel i before the stages, and after one, two and three stages.

uvec4 before(int i) {
  return i < u_texels ? texelFetch(u_pairs, texelOf(i), 0) : uvec4(kNoPair, kNoPair);
}

uvec4 afterOne(int i) {
  int partner = i ^ (u_mirrored ? 2 * u_distance - 1 : u_distance);
  uvec4 theirs = before(partner);
  return keep(i, before(i), partner, u_mirrored ? theirs.zwxy : theirs);
}

#if STAGES == 1
#define AFTER_ALL afterOne
#else
uvec4 afterTwo(int i) {
  int partner = i ^ (u_distance >> 1);
  return keep(i, afterOne(i), partner, afterOne(partner));
}
#endif

#if STAGES == 2
#define AFTER_ALL afterTwo
#elif STAGES == 3
uvec4 afterThree(int i) {
  int partner = i ^ (u_distance >> 2);
  return keep(i, afterTwo(i), partner, afterTwo(partner));
}
#define AFTER_ALL afterThree
#endif

void run(int i) {
  o_pairs = AFTER_ALL(i);
  // The rest of the merge is within the texel.
  bool ends = u_distance >> (STAGES - 1) == 1;
  if (ends) o_pairs = inOrder(o_pairs);
}
