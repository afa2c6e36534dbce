// Reads: a place on the square in front of the container. Writes: the light that the thin glass of its front and back
// reflects, the share of the background that this hides, and the depth of the glass. FLAT selects a ring in the plane
// of two dimensions at compile time. One invocation: one fragment; outside of the sphere it writes nothing.

#include "render/glass.glsl"

uniform mat4 u_view;
uniform mat4 u_projection;
uniform vec3 u_centre;
uniform float u_radius;
uniform vec3 u_low;  // parts outside of these corners are not drawn
uniform vec3 u_high;

in vec3 v_eye;

out vec4 o_colour;

const float kGleam = 0.7;
const float kSharpness = 1500.0;
const float kRing = 0.012;  // width, radii
const float kRingShare = 0.6;

bool isShown(vec3 from) {
  vec3 place = u_centre + from;
  return all(greaterThanEqual(place, u_low)) && all(lessThanEqual(place, u_high));
}

void main() {
  // The line of sight, from the place on the square, in box coordinates.
  bool isPerspective = u_projection[2][3] != 0.0;
  mat3 toEye = mat3(u_view);
  vec3 sight = isPerspective ? normalize(v_eye) : vec3(0.0, 0.0, -1.0);
  vec3 direction = sight * toEye;
  vec3 from = (v_eye - (u_view * vec4(u_centre, 1.0)).xyz) * toEye;
  vec3 light = vec3(0.0);
  float hidden = 0.0;
#ifdef FLAT
  float hit = -from.z / direction.z;
  float distance = length(from.xy + hit * direction.xy);
  float pixel = fwidth(distance);
  float width = max(kRing * u_radius, 2.0 * pixel);
  vec2 within = clamp(vec2(distance - u_radius, u_radius + width - distance) / pixel + 0.5, 0.0, 1.0);
  hidden = kRingShare * within.x * within.y;
  light = hidden * glassColour();
#else
  float along = dot(from, direction);
  float inside = along * along - dot(from, from) + u_radius * u_radius;
  float covered = clamp(inside / fwidth(inside), 0.0, 1.0);
  float depth = sqrt(max(inside, 0.0));
  float hit = -along - depth;
  for (int side = -1; side <= 1; side += 2) {
    vec3 place = from + (float(side) * depth - along) * direction;
    if (!isShown(place)) continue;
    vec3 normal = toEye * place / u_radius;
    float share = covered * reflected(depth / u_radius);
    light += (1.0 - hidden) * share * glassColour();
    hidden += (1.0 - hidden) * share;
    if (side < 0) light += covered * kGleam * pow(max(dot(normal, normalize(kLight - sight)), 0.0), kSharpness);
  }
#endif
  if (hidden == 0.0) discard;
  o_colour = vec4(light, hidden);
  float eyeZ = v_eye.z + hit * sight.z;
  float clipZ = u_projection[2][2] * eyeZ + u_projection[3][2];
  float clipW = u_projection[2][3] * eyeZ + u_projection[3][3];
  gl_FragDepth = 0.5 + 0.5 * clipZ / clipW;
}
