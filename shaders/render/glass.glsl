// The look of thin glass. Functions; the prologue defines kLight (render/light.glsl).

uniform vec3 u_background;
uniform vec3 u_contrast;  // black or white

const float kReflectance = 0.03;  // reflectance of glass seen head-on
const float kMostReflected = 0.75;
const float kInk = 0.7;  // share of u_contrast in the colour of the rim

// Returns the colour of a rim.
vec3 glassColour() {
  return mix(u_background, u_contrast, kInk);
}

// Returns the share of the light that glass reflects. `cosine` is the cosine between the normal of the glass and the
// direction to the eye.
float reflected(float cosine) {
  float away = 1.0 - cosine;
  return kReflectance + (kMostReflected - kReflectance) * away * away * away * away * away;
}
