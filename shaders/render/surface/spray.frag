// Reads: the place on the disc of a lone particle's sphere. Writes: the shaded colour of a drop of the particle's
// liquid, the share of this colour that is left in shadow, and the depth. A drop shows the studio upside down. Foam is
// a drop that is whiter and less clear. One invocation: one fragment of one particle; outside of the drop it writes
// nothing.

#include "render/haze.glsl"
#include "render/light.glsl"
#include "render/sphere_depth.glsl"

uniform mat4 u_view;
uniform vec3 u_foamColour;
uniform float u_foamShare;  // largest share of u_foamColour in the colour of foam

#include "render/surface/liquid.glsl"

in vec2 v_disc;
flat in vec3 v_colour;
flat in float v_foam;

out vec4 o_colour;

// Share of the light that a drop transmits, without foam and with foam.
const vec2 kDropClear = vec2(0.2, 0.05);
const float kDropLight = 1.2;  // brightness of a drop's own colour
const float kDropBends = 0.9;  // strength with which a drop turns the studio upside down

void main() {
  float across = dot(v_disc, v_disc);
  if (across > 1.0) discard;
  vec3 normal = vec3(v_disc, sqrt(1.0 - across));
  vec3 bent = normalize(vec3(-kDropBends * normal.xy, -1.0));
  vec3 dye = mix(v_colour, u_foamColour, u_foamShare * v_foam);
  float clear = mix(kDropClear.x, kDropClear.y, v_foam);
  o_colour = liquid(dye, kDropLight, clear, studio(bent), normal, vec3(0.0, 0.0, 1.0));
  writeDepth(normal.z);
}
