// Makes the tree nodes of an adaptive bitonic sort (src/sort/bitonic_sort.h). A node is x: bucket, y: element, z and w:
// its left and right child. Node i is at place i of the order, and its height is the number of trailing ones of i in
// binary. Reads: mapping. Writes: o_node. One invocation: one node; nodes past the last element come after all other
// nodes.

#include "texel/id.glsl"

uniform sampler2D u_mapping;
uniform int u_elements;

void run(int i) {
  int apart = ((i + 1) & -(i + 1)) >> 1;
  uint bucket = i < u_elements ? uint(fetchId(u_mapping, i)) : 0xFFFFFFFFu;
  o_node = uvec4(bucket, i, i - apart, i + apart);
}
