// Copies the entries of next for gathered elements back to their texels.
// Reads: u_element, u_gathered_next. Writes: the next element to the texel of the gathered element; with u_onlyVisited
// only if the element is visited. One invocation: one gathered element, gl_VertexID.

#include "texel/id.glsl"
#include "texel/point.glsl"

uniform sampler2D u_element;
uniform sampler2D u_gathered_next;
uniform bool u_onlyVisited;

void main() {
  vec4 next = texelFetch(u_gathered_next, texelOf(gl_VertexID), 0);
  if (u_onlyVisited && next.a < 0.5) {
    drawNoPoint();
    return;
  }
  drawPointOn(fetchId(u_element, gl_VertexID), next);
}
