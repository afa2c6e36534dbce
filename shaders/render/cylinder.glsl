// Half of a bond as a cylinder, for fragments of render/bonds.vert. An end where the half meets the other half of the
// bond is flat; other ends are round.

#include "render/eye.glsl"

in vec3 v_eye;
flat in vec3 v_from;
flat in vec4 v_axis;
flat in float v_bondRadius;
flat in float v_endRadius;

// If a line of sight crosses the side of the cylinder, and then the plane of an end within this distance, in radii, the
// fragment has the normal of the side. Otherwise rounding would make the ends of the two halves of a bond visible where
// the halves meet.
const float kSeam = 1e-3;
const float kMiss = 1e30;

vec3 g_normal = vec3(0.0);  // normal of the cylinder at the place of this fragment, in eye coordinates

// Returns the distance from v_eye at which a line of sight enters the cylinder with flat ends, or kMiss.
float distanceToCylinder(vec3 direction) {
  // The line of sight from v_eye on, split into its parts along and across the axis.
  float slope = dot(direction, v_axis.xyz);
  float start = dot(v_eye - v_from, v_axis.xyz);
  vec3 across = direction - slope * v_axis.xyz;
  vec3 from = v_eye - v_from - start * v_axis.xyz;

  float square = max(dot(across, across), 1e-12);
  float along = dot(from, across) / square;
  float inside = along * along - (dot(from, from) - v_bondRadius * v_bondRadius) / square;
  if (inside < 0.0) return kMiss;
  float near = -along - sqrt(inside);
  float far = -along + sqrt(inside);

  float rise = abs(slope) < 1e-9 ? 1e-9 : slope;
  float first = -start / rise;
  float last = (v_axis.w - start) / rise;
  float enter = min(first, last);
  float hit = max(near, enter);
  if (hit > min(far, max(first, last))) return kMiss;

  bool isEnd = enter > near + kSeam * v_bondRadius;
  g_normal = isEnd ? -sign(rise) * v_axis.xyz : (from + hit * across) / v_bondRadius;
  return hit;
}

// Returns eye z of the place at which the line of sight enters the half. Discards the fragment if the line misses the
// half.
float enterHalf() {
  vec3 direction = u_projection[2][3] == 0.0 ? vec3(0.0, 0.0, -1.0) : normalize(v_eye);
  float hit = distanceToCylinder(direction);
  if (v_endRadius > 0.0) {
    vec3 from = v_eye - v_from - v_axis.w * v_axis.xyz;
    float along = dot(from, direction);
    float square = v_endRadius * v_endRadius - dot(from, from) + along * along;
    float toEnd = -along - sqrt(max(square, 0.0));
    if (square > 0.0 && toEnd < hit) {
      hit = toEnd;
      g_normal = (from + hit * direction) / v_endRadius;
    }
  }
  if (hit == kMiss) discard;
  return v_eye.z + hit * direction.z;
}
