// Puts gathered elements back to where they were.
// Reads: u_element, u_left_next. Writes: their next to the texel of the element; with u_onlyVisited, if it is visited.
// One invocation: one gathered element, gl_VertexID.

#include "texel/id.glsl"
#include "texel/point.glsl"

uniform sampler2D u_element;
uniform sampler2D u_left_next;
uniform bool u_onlyVisited;

void main() {
  vec4 next = texelFetch(u_left_next, texelOf(gl_VertexID), 0);
  if (u_onlyVisited && next.a < 0.5) {
    drawNoPoint();
    return;
  }
  drawPointOn(fetchId(u_element, gl_VertexID), next);
}
