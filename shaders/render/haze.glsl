// Fades colours towards the background with the distance from the eye. Reads and writes nothing.

uniform vec2 u_depthRange;  // eye distances of the nearest and the farthest point of the box
uniform vec3 u_background;

// Share of the background colour in the colour of the farthest point.
const float kHaze = 0.35;

// Returns a colour, faded for a place with this eye z.
vec3 hazed(vec3 colour, float eyeZ) {
  float depth = (-eyeZ - u_depthRange.x) / (u_depthRange.y - u_depthRange.x);
  return mix(colour, u_background, kHaze * clamp(depth, 0.0, 1.0));
}
