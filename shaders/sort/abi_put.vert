// Puts nodes into the tree after a step of an adaptive bitonic sort has changed them.
// Reads: u_targets, u_firstNodes and u_secondNodes, the outputs of sort/abi_step.glsl. Writes: the node to its texel.
// One invocation: the first or the second node of a subtree, gl_VertexID: 2 i or 2 i + 1.

#include "texel/point.glsl"

uniform usampler2D u_targets;
uniform usampler2D u_firstNodes;
uniform usampler2D u_secondNodes;

void main() {
  int i = gl_VertexID >> 1;
  bool isFirst = (gl_VertexID & 1) == 0;
  uvec4 targets = texelFetch(u_targets, texelOf(i), 0);
  if (targets.z == 0u) {
    drawNoPoint();
  } else if (isFirst) {
    drawPointOn(int(targets.x), texelFetch(u_firstNodes, texelOf(i), 0));
  } else {
    drawPointOn(int(targets.y), texelFetch(u_secondNodes, texelOf(i), 0));
  }
}
