// Reads: a place on a face of the plate. Writes: the light that its thin glass reflects, and the share of the
// background that this hides. FLAT: see partition.vert. One invocation: one fragment; in the hole it writes nothing.

#include "render/glass.glsl"

uniform mat4 u_view;
uniform mat4 u_projection;
uniform vec3 u_low;  // corners of the plate
uniform vec3 u_high;
uniform vec3 u_axis;  // of length 1, across the plate
uniform vec3 u_holeCentre;
uniform float u_holeRadius;
uniform vec3 u_period;  // of the box along periodic axes, 0 along the others

in vec3 v_place;
in vec3 v_eye;
flat in vec3 v_normal;

out vec4 o_colour;

const float kBody = 0.06;  // hidden share of a face seen head-on
const float kFlatBody = 0.35;
const float kEdge = 0.6;   // hidden share of the edges
const float kWidth = 1.5;  // of the edges, samples

void main() {
  vec3 from = v_place - u_holeCentre;
  from -= u_period * round(from / max(u_period, vec3(1e-6)));
  from -= dot(from, u_axis) * u_axis;
#ifdef FLAT
  from.z = 0.0;
#endif
  float beyond = length(from) - u_holeRadius;
  float pixel = max(fwidth(beyond), 1e-6);
  bool isFace = dot(v_normal, u_axis) != 0.0;
  bool hasHole = u_holeRadius > 0.0;
#ifdef FLAT
  isFace = true;
#endif
  if (hasHole && beyond < 0.0) discard;
  float edge = hasHole && isFace ? 1.0 - smoothstep(kWidth, kWidth + 1.0, beyond / pixel) : 0.0;
  vec3 fromEdges = min(v_place - u_low, u_high - v_place) + 1e9 * abs(v_normal);
#ifdef FLAT
  fromEdges.z = 1e9;
#endif
  vec3 pixels = max(fwidth(v_place), vec3(1e-6));
  vec3 near = fromEdges / pixels;
  edge = max(edge, 1.0 - smoothstep(kWidth, kWidth + 1.0, min(near.x, min(near.y, near.z))));
#ifdef FLAT
  float body = kFlatBody;
#else
  vec3 sight = u_projection[2][3] != 0.0 ? normalize(v_eye) : vec3(0.0, 0.0, -1.0);
  float body = kBody + reflected(abs(dot(mat3(u_view) * v_normal, sight)));
#endif
  float hidden = max(body, kEdge * edge);
  o_colour = vec4(hidden * glassColour(), hidden);
}
