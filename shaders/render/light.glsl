// How a surface is lit. Reads and writes nothing.

// The direction to the light, above, to the left of and behind the eye, in eye coordinates; and the
// direction half-way between it and the eye, where the surface shines.
const vec3 kLight = vec3(-0.379, 0.543, 0.749);
const vec3 kHalfWay = vec3(-0.203, 0.290, 0.935);

// A colour on a surface whose normal has these eye coordinates.
vec3 lit(vec3 colour, vec3 normal) {
  float diffuse = max(dot(normal, kLight), 0.0);
  float sky = 0.5 + 0.5 * normal.y;
  float rim = smoothstep(0.0, 0.55, normal.z);
  float gleam = max(dot(normal, kHalfWay), 0.0);
  gleam *= gleam;
  gleam *= gleam;
  gleam *= gleam;
  gleam *= gleam;
  float light = (0.50 + 0.12 * sky + 0.52 * diffuse) * (0.70 + 0.30 * rim);
  return colour * light + 0.16 * gleam;
}
