// Converts between eye coordinates, places in the camera's picture and values of the depth buffer.

uniform mat4 u_projection;

// Returns w of clip coordinates at a distance from the eye along the eye's axis.
float clipW(float distance) {
  return u_projection[3][3] - u_projection[2][3] * distance;
}

// Returns the value of the depth buffer at this distance.
float depthAt(float distance) {
  return 0.5 + 0.5 * (u_projection[3][2] - u_projection[2][2] * distance) / clipW(distance);
}

// Returns the point at this distance that the camera shows at a place of the picture, 0..1 along both sides.
vec3 eyePoint(vec2 place, float distance) {
  vec2 offset = vec2(u_projection[3].xy) - u_projection[2].xy * distance;
  vec2 clip = (2.0 * place - 1.0) * clipW(distance);
  return vec3((clip - offset) / vec2(u_projection[0][0], u_projection[1][1]), -distance);
}

// Returns the distance from the eye along the eye's axis at which the depth buffer has this value: the inverse of
// depthAt().
float distanceAt(float depth) {
  float ndc = 2.0 * depth - 1.0;
  return (ndc * u_projection[3][3] - u_projection[3][2]) / (ndc * u_projection[2][3] - u_projection[2][2]);
}
