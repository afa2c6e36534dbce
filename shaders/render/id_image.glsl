// Reads: an array of ids. Writes: a pixel of the picture. Its colour shows the three bytes of the id, the place of the
// id on the ramp (NULL has the signal colour), or the flag. One invocation: one element.

#include "render/ramp.glsl"
#include "texel/id.glsl"

uniform sampler2D u_ids;
uniform int u_shading;    // one of the following constants
uniform float u_largest;  // id at the end of the ramp, >= 1

const int kRaw = 0;
const int kByRamp = 1;
const int kByVisited = 2;

void run(int i) {
  vec4 value = texelFetch(u_ids, texelOf(i), 0);
  int id = decodeId(value);
  vec3 colour = value.rgb;
  if (u_shading == kByRamp) colour = id == kNull ? kSignalColour : rampColour(float(id) / u_largest);
  if (u_shading == kByVisited) colour = value.a > 0.5 ? kMutedColour : kSignalColour;
  o_colour = vec4(colour, 1.0);
}
