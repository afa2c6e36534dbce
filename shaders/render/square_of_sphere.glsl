// The square that faces the eye and holds a sphere, for vertex shaders of spheres. Functions.

#include "render/eye.glsl"

// Rounding moves a point of the sphere towards the eye by less than this depth, where depths range from -1 to 1.
const float kRounding = 2e-6;

// Returns a corner of the square in clip coordinates; `disc` is -1 or 1 along both sides. The square has the outline of
// the sphere's disc and the depth of the sphere's front, since sphere_depth.glsl promises that no point of the sphere
// is nearer than the square. With DISCS the square has the depth of the centre.
vec4 cornerOfSquare(vec4 centre, float radius, vec2 disc) {
  vec4 corner = u_projection * (centre + vec4(disc * radius, 0.0, 0.0));
#ifndef DISCS
  float front = -(centre.z + radius);
  // A square in front of the near plane would be clipped.
  corner.z = corner.w * (clipW(front) > 0.0 ? max(2.0 * depthAt(front) - 1.0 - kRounding, -1.0) : -1.0);
#endif
  return corner;
}
