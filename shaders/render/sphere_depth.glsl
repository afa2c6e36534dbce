// The depth of a point of a sphere, for fragments of its square (square_of_sphere.glsl). From GLSL 4.20 on the driver
// knows that this depth is at least the depth of the square, so that it can skip hidden fragments before they are
// shaded. Functions.

#include "render/eye.glsl"

flat in vec2 v_centreRadius;

#if __VERSION__ >= 420
layout(depth_greater) out float gl_FragDepth;
#endif

// `height` is the height of the point above the centre, towards the eye, in radii.
void writeDepth(float height) {
  gl_FragDepth = depthAt(-(v_centreRadius.x + v_centreRadius.y * height));
}
