// The tube around a line that a user's pointer reaches (src/dpd/model/tube.h). Reads and writes nothing.

uniform vec3 u_origin;     // a point of the line
uniform vec3 u_direction;  // its direction, of length 1
uniform float u_radius;

vec3 toLine(vec3 position) {
  vec3 from = position - u_origin;
  return dot(from, u_direction) * u_direction - from;
}
