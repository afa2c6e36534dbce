// Reads: the mapping; the cells, through the cell structure. Writes: a colour by the particle's place in its
// cell: from the end of the ramp for the first particle down to its start for place u_places and beyond, or the muted
// colour for a particle that is not in its cell. The walk ends at place u_places, even if the links form no
// proper list. One invocation: one particle.

#include "render/ramp.glsl"

uniform sampler2D u_mapping;
uniform int u_places;

void run(int i) {
  int cursor = firstInCell(fetchId(u_mapping, i));
  int place = 0;
  for (; place < u_places && cursor != kNull && elementAt(cursor) != i; ++place) cursor = nextInCell(cursor);
  vec3 colour = cursor == kNull ? kMutedColour : rampColour(1.0 - float(place) / float(u_places));
  o_colour = vec4(colour, 1.0);
}
