// Reads: a place on the rectangle in front of half of a bond. Writes: the shaded colour, the share of this colour that
// is left in shadow, and the depth of the cylinder there. One invocation: one fragment of one half; outside of the
// cylinder it writes nothing.

#include "render/cylinder.glsl"
#include "render/light.glsl"

flat in vec3 v_colour;

out vec4 o_colour;

void main() {
  float z = enterHalf();
  o_colour = lit(v_colour, g_normal);
  gl_FragDepth = depthAt(-z);
}
