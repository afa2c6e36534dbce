// Reads: the place on the particle's disc. Writes: the shaded colour, the share of this colour that is left in shadow,
// and the depth of the sphere there. One invocation: one fragment of one particle; outside of the disc it writes
// nothing.

#include "render/light.glsl"
#include "render/sphere_depth.glsl"

in vec2 v_disc;
flat in vec3 v_colour;

out vec4 o_colour;

void main() {
  float across = dot(v_disc, v_disc);
  if (across > 1.0) discard;
  vec3 normal = vec3(v_disc, sqrt(1.0 - across));
  o_colour = lit(v_colour, normal);
  writeDepth(normal.z);
}
