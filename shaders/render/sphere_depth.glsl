// The depth of a point of a sphere, for fragments of its square (square_of_sphere.glsl). With GREATER_DEPTH the driver
// knows that this depth is at least the depth of the square, so that it can skip hidden fragments before they are
// shaded. Functions.

uniform mat4 u_projection;

flat in vec2 v_centreRadius;

#ifdef GREATER_DEPTH
layout(depth_greater) out float gl_FragDepth;
#endif

// `height` is the height of the point above the centre, towards the eye, in radii.
void writeDepth(float height) {
  float z = v_centreRadius.x + v_centreRadius.y * height;
  float clipZ = u_projection[2][2] * z + u_projection[3][2];
  float clipW = u_projection[2][3] * z + u_projection[3][3];
  gl_FragDepth = 0.5 + 0.5 * clipZ / clipW;
}
