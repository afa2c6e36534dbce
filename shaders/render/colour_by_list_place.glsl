// Reads: the mapping and the lists. Writes: a colour by the particle's place in its cell's list: from the
// end of the ramp for the head down to its start for place u_places and beyond, the muted colour for a
// particle that is not in the list. The walk ends at that place, even if the links form no proper
// list. One invocation: one particle.

#include "render/ramp.glsl"
#include "texel/id.glsl"

uniform sampler2D u_mapping;
uniform sampler2D u_head;
uniform sampler2D u_next;
uniform int u_places;

void run(int i) {
  int element = fetchId(u_head, fetchId(u_mapping, i));
  int place = 0;
  for (; place < u_places && element != i && element != kNull; ++place) {
    element = fetchId(u_next, element);
  }
  vec3 colour = element == kNull ? kMutedColour : rampColour(1.0 - float(place) / float(u_places));
  o_colour = vec4(colour, 1.0);
}
