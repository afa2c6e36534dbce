// Reads: the mapping; the cells, through the cell structure. Writes: a colour by the round of the sort, counted from 0,
// in which the particle came into the list of its cell. Rounds before u_rounds - 1 have the colours of the ramp, from
// its start for round 0 to its end for round u_scale and beyond; round u_rounds - 1 has the signal colour, and later
// rounds have the muted colour. Each round puts at most one particle at the head of each list, so that a particle's
// round is the number of particles after it in the list. A list is followed over kMostPlaces particles at most, even if
// its links form no proper list. One invocation: one particle.

#include "render/ramp.glsl"

uniform sampler2D u_mapping;
uniform int u_rounds;
uniform int u_scale;

const int kMostPlaces = 1024;

void run(int i) {
  int cursor = firstInCell(fetchId(u_mapping, i));
  int place = 0;
  for (; place < kMostPlaces && cursor != kNull && elementAt(cursor) != i; ++place) cursor = nextInCell(cursor);
  int round = 0;
  int after = cursor == kNull ? kNull : nextInCell(cursor);
  for (; place < kMostPlaces && after != kNull; ++place, ++round) after = nextInCell(after);
  vec3 colour = rampColour(float(round) / float(u_scale));
  if (round == u_rounds - 1) colour = kSignalColour;
  if (cursor == kNull || round >= u_rounds) colour = kMutedColour;
  o_colour = vec4(colour, 1.0);
}
