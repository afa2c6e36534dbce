// Reads: a line of sight through the part of the box that a body may fill. Writes: the shaded colour of the body, the
// share of this colour that is left in shadow, and the depth of the body, which is cut off at the sides of the box and
// of the slice. One invocation: one fragment; without the body in its line of sight it writes nothing.

#include "render/haze.glsl"
#include "render/light.glsl"
#include "render/solid.glsl"

uniform vec3 u_colour;

out vec4 o_colour;

const int kSteps = 64;
const float kHit = 0.1;  // distance at which a surface counts as reached, pixels

void main() {
  Sight sight = sightOf();
  float t = sight.begin;
  Near near = nearTo(at(sight, t));
  vec3 normal = near.distance < 0.0 ? sight.side : near.normal;
#ifdef FLAT
  if (near.distance > 0.0) discard;
  normal = sight.side;
#else
  if (sight.end <= sight.begin) discard;
  for (int k = 0; k < kSteps && near.distance > kHit * sight.pixel; ++k) {
    t += near.distance;
    if (t > sight.end) discard;
    near = nearTo(at(sight, t));
    normal = near.normal;
  }
#endif
  float eyeZ = v_eye.z + t * (mat3(u_view) * sight.along).z;
  o_colour = lit(hazed(u_colour, eyeZ), normalize(mat3(u_view) * normal));
  gl_FragDepth = depthAt(sight, t);
}
