// How a surface is lit. Reads and writes nothing. kLight, the direction to the light, above, to the left of and behind
// the eye, and kHalfWay between it and the eye, where the surface shines, are in the prologue; in eye coordinates.

uniform bool u_marksLight;  // whether there will be shadows

// rgb: a colour on a surface whose normal has these eye coordinates; a: the share of it that is left in shadow, where
// no light comes straight from the light; without shadows 1.
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
  vec3 all = shaded + straight;
  return vec4(all, u_marksLight ? dot(shaded, vec3(1.0)) / max(dot(all, vec3(1.0)), 1e-6) : 1.0);
}
