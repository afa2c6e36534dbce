// Reads: the mapping and the previous mapping. Writes: the signal colour if the particle has changed its
// cell, the muted colour otherwise. One invocation: one particle.

#include "render/ramp.glsl"
#include "texel/id.glsl"

uniform sampler2D u_mapping;
uniform sampler2D u_previousMapping;

void run(int i) {
  bool moved = fetchId(u_mapping, i) != fetchId(u_previousMapping, i);
  o_colour = vec4(moved ? kSignalColour : kMutedColour, 1.0);
}
