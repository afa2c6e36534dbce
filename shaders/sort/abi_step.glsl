// A step of a merge of an adaptive bitonic sort (src/sort/bitonic_sort.h): compares two nodes of each subtree.
// Reads: u_nodes, u_state of the step before. Writes: o_state, xy: root and spare node of the subtree, zw: the nodes to
// compare next; o_first and o_second: the compared nodes; o_targets, xy: their numbers, z: 1 if they change, w: 0.
// One invocation: one of the u_subtrees subtrees of a tree from number u_firstSubtree on; subtree t of stage k has
// the number 2^k + t.

#include "sort/bitonic_pairs.glsl"

uniform usampler2D u_nodes;
uniform usampler2D u_state;
uniform int u_level;
uniform int u_step;
uniform int u_firstSubtree;
uniform int u_subtrees;
uniform int u_firstSubtreeBefore;
uniform int u_subtreesBefore;

uvec4 nodeAt(uint i) {
  return texelFetch(u_nodes, texelOf(int(i)), 0);
}

uvec4 stateBefore(int tree, int number) {
  return texelFetch(u_state, texelOf(tree * u_subtreesBefore + number - u_firstSubtreeBefore), 0);
}

/// Returns the root and the spare node of a subtree before its first step.
uvec2 rootAndSpare(int tree, int number) {
  if (number == 1) {
    int end = (tree + 1) << u_level;
    return uvec2(end - (1 << (u_level - 1)) - 1, end - 1);
  }
  uvec2 parent = stateBefore(tree, number >> 1).xy;
  uvec4 root = nodeAt(parent.x);
  return (number & 1) == 0 ? uvec2(root.z, parent.x) : uvec2(root.w, parent.y);
}

void run(int i) {
  int tree = i / u_subtrees;
  int number = u_firstSubtree + i % u_subtrees;
  // A number below 2^24 is exact as a float, whose exponent is the place of the highest bit.
  int stage = int(floatBitsToUint(float(number)) >> 23) - 127;
  bool isRoot = u_step == 2 * stage;
  uvec4 state = uvec4(rootAndSpare(tree, number), 0u, 0u);
  if (!isRoot) state = stateBefore(tree, number);
  uvec2 compared = isRoot ? state.xy : state.zw;
  uvec4 first = nodeAt(compared.x);
  uvec4 second = nodeAt(compared.y);
  bool isFalling = (tree & 1) == 1;
  bool changes = comesBefore(second.xy, first.xy) != isFalling;
  if (changes) {
    uvec2 pair = first.xy;
    first.xy = second.xy;
    second.xy = pair;
  }
  if (isRoot) {
    if (changes) first.zw = first.wz;
    state.zw = first.zw;
  } else {
    if (changes) {
      uint left = first.z;
      first.z = second.z;
      second.z = left;
    }
    state.zw = changes ? uvec2(first.w, second.w) : uvec2(first.z, second.z);
  }
  o_state = state;
  o_first = first;
  o_second = second;
  o_targets = uvec4(compared, changes ? 1u : 0u, 0u);
}
