// Draws the point of an invocation so that it covers one texel of the target, or none. Functions.

#include "texel/layout.glsl"

uniform int u_targetHeight;

void drawPointOn(int i) {
  vec2 centre = vec2(texelOf(i)) + 0.5;
  gl_Position = vec4(centre / vec2(kTexelWidth, u_targetHeight) * 2.0 - 1.0, 0.0, 1.0);
  gl_PointSize = 1.0;  // OpenGL ES has no other size
}

/// Outside the clip volume.
void drawNoPoint() {
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  gl_PointSize = 1.0;
}
