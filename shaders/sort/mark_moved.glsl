// Marks the elements that changed their bucket (paper section 2.2).
// Reads: u_old_mapping, u_mapping. Writes: the flag of o_next, 0 (unvisited) where the two mappings differ, and nothing
// elsewhere, so that an occlusion query around the pass counts the moved elements.
// One invocation: one element.

#include "texel/layout.glsl"

uniform sampler2D u_old_mapping;
uniform sampler2D u_mapping;

void run(int i) {
  if (texelFetch(u_old_mapping, texelOf(i), 0).rgb == texelFetch(u_mapping, texelOf(i), 0).rgb) discard;
  o_next = vec4(0.0);
}
