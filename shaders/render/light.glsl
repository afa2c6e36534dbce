// Lights a surface. Reads and writes nothing. The prologue defines two directions in eye coordinates. kLight is the
// direction to the light, which is on the viewer's side of the scene, above and to the left. kHalfWay, midway between
// kLight and the direction to the eye, gives the highlight.

uniform bool u_marksLight;  // whether a later pass adds shadows

// The rim light comes from the back, at the right, and shows where a surface turns away from the eye.
const vec3 kRimLight = vec3(0.63, 0.30, -0.72);
const float kRimStrength = 0.35;

// Returns the rim light on a surface with this normal. `away` is 1 minus the cosine between the normal and the
// direction to the eye.
float rimLight(vec3 normal, float away) {
  return kRimStrength * max(dot(normal, kRimLight), 0.0) * away * away;
}

// Returns in rgb the lit colour of a surface with this normal in eye coordinates. Alpha is the share of this colour
// that is left where no direct light arrives, or 1 without shadows.
vec4 lit(vec3 colour, vec3 normal) {
  float diffuse = max(dot(normal, kLight), 0.0);
  float sky = 0.5 + 0.5 * normal.y;
  float rim = 0.70 + 0.30 * smoothstep(0.0, 0.55, normal.z);
  float gleam = max(dot(normal, kHalfWay), 0.0);
  gleam *= gleam;
  gleam *= gleam;
  gleam *= gleam;
  gleam *= gleam;
  vec3 shaded = colour * (0.50 + 0.12 * sky) * rim;
  vec3 straight = colour * 0.52 * diffuse * rim + 0.16 * gleam;
  vec3 all = shaded + straight + rimLight(normal, 1.0 - normal.z) * mix(colour, vec3(1.0), 0.4);
  return vec4(all, u_marksLight ? dot(all - straight, vec3(1.0)) / max(dot(all, vec3(1.0)), 1e-6) : 1.0);
}
