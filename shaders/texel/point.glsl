// Draws the point of an invocation so that it covers one texel of the target or no texel; point.frag writes the point's
// value. Functions.

#include "texel/layout.glsl"
#include "texel/point_value.glsl"

uniform int u_targetHeight;

flat out PointValue v_value;

void drawPointOn(int i, PointValue value) {
  v_value = value;
  vec2 centre = vec2(texelOf(i)) + 0.5;
  gl_Position = vec4(centre / vec2(kTexelWidth, u_targetHeight) * 2.0 - 1.0, 0.0, 1.0);
  gl_PointSize = 1.0;  // OpenGL ES guarantees only this size
}

/// Moves the point outside the clip volume.
void drawNoPoint() {
  v_value = PointValue(0);
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  gl_PointSize = 1.0;
}
