// Reads: the camera and the floor. Writes: the background, and in front of it the floor of the box with a grid. A dark
// background is a blue dusk with a bright horizon, a light background gets darker upwards; both get dull towards the
// corners of the picture. The floor is brightest below the box, and fades with the distance from its middle. The floor
// also has a depth, and in alpha the share of the colour that is left in shadow. One invocation: one sample of the
// picture, whose line of sight the vertices interpolate.

#include "render/eye.glsl"
#include "render/haze.glsl"

uniform bool u_hasFloor;
uniform bool u_marksLight;
uniform vec2 u_middle;     // middle of the floor
uniform float u_extent;    // distance from the middle of the floor at which the floor has faded to 1 / e, length
uniform float u_spacing;   // spacing of the grid, length
uniform vec3 u_contrast;   // black or white

in vec2 v_place;
in vec3 v_near;
in vec3 v_along;

out vec4 o_colour;

// Shares of u_contrast in the colours.
const vec2 kSky = vec2(0.16, 0.10);  // share at the bottom, share at the top
const vec3 kSkyColour = vec3(0.62, 0.84, 1.0);  // colour of the sky on a dark background
const float kHorizon = 0.34;  // added to the share at the horizon
const float kHorizonHeight = 0.3;  // sine of the angle from the horizon at which the light of the horizon has faded to
                                   // 1 / e
const float kFloor = 0.2;  // share on the floor far from its middle
const float kPool = 0.2;   // added to the share in the middle of the floor, where the light falls
const float kLines = 0.13;
const float kVignette = 0.75;  // loss of all shares in the corners of the picture
const float kLineWidth = 1.2;     // samples
const float kFaint = 0.01;        // the floor is not drawn where its share is smaller
const float kLeftInShadow = 0.5;
// Shadows fade out towards the far end of the box, over this share of the range of depths.
const float kShadowEnd = 0.2;

void main() {
  vec2 corner = 2.0 * v_place - 1.0;
  float lit = 1.0 - kVignette * smoothstep(0.3, 2.0, dot(corner, corner));
  vec3 tint = kSkyColour * u_contrast;
  float height = abs(normalize(v_along).z) / kHorizonHeight;
  float light = mix(kSky.x, kSky.y, smoothstep(0.0, 1.0, v_place.y)) + kHorizon * u_contrast.r * exp(-height);
  vec3 sky = mix(u_background, tint, lit * light);
  o_colour = vec4(sky, 1.0);
  gl_FragDepth = 1.0;
  float t = -v_near.z / v_along.z;
  vec2 at = v_near.xy + t * v_along.xy;
  vec2 apart = (at - u_middle) / u_extent;
  float share = exp(-dot(apart, apart));
  float distance = mix(u_depthRange.x, u_depthRange.y, t);
  if (!u_hasFloor || v_along.z >= 0.0 || distance < 0.0 || share < kFaint) return;

  vec2 width = kLineWidth * fwidth(at);
  vec2 away = abs(at - u_spacing * round(at / u_spacing));
  vec2 lines = clamp(width - away + 0.5 * width, 0.0, 1e9) / width;
  // Lines that are only a few samples apart would flicker.
  lines = min(lines, vec2(1.0)) * clamp(u_spacing / width * 0.2, 0.0, 1.0);
  float brightness = kFloor + kPool * share * share + kLines * max(lines.x, lines.y);
  vec3 floor = mix(u_background, mix(u_contrast, tint, 0.5), lit * brightness);
  // The floor goes on beyond the box, and beyond the range of depths.
  float isDeep = smoothstep(0.0, 1.0, (u_depthRange.y - distance) / (kShadowEnd * (u_depthRange.y - u_depthRange.x)));
  float left = mix(1.0, kLeftInShadow, share * isDeep);
  o_colour = vec4(mix(sky, floor, share), u_marksLight ? left : 1.0);
  gl_FragDepth = min(depthAt(distance), 1.0);
}
