// Reads: the smoothed surface, its thickness, and the picture and depth of the scene seen through it. Writes: colour
// and depth of the picture, and the share of the colour that is left in shadow. The surface is that of a coloured
// liquid: thin parts are more transparent, it refracts the scene seen through it, and it reflects a studio. One
// invocation: one sample of the picture, u_grain x u_grain of which share a texel of the surface.

#include "render/eye.glsl"
#include "render/light.glsl"

uniform sampler2D u_distance;
uniform sampler2D u_colour;
uniform sampler2D u_thickness;
uniform sampler2D u_behind;
uniform sampler2D u_behindDepth;
uniform int u_grain;
uniform vec3 u_background;
uniform float u_radius;         // of the spheres, length
uniform float u_clear;          // thickness that transmits 1 / e of the light, length
uniform float u_pixelsPerUnit;  // texels of the surface per unit of length at clip w = 1

out vec4 o_colour;

// Distance of the texels that determine a normal, and of those that determine a slope of the coverage; in radii.
const float kApart = 0.2;
const float kRimApart = 0.6;
// Curvature of the surface at its rim.
const float kRim = 4.0;

const float kReflectance = 0.03;  // of a surface seen head-on; water's is 0.02
const float kRefraction = 1.0 / 1.33;
const float kShift = 0.35;    // of the line of sight by refraction, in units of the thickness,
const float kMostShift = 4.0;  // which counts up to this many u_clear
const float kStudioBehind = 0.25;  // share of the studio that is seen through the fluid

vec2 placeOf(ivec2 at) {
  return (vec2(at) + 0.5) / vec2(textureSize(u_distance, 0));
}

ivec2 within(ivec2 at) {
  return clamp(at, ivec2(0), textureSize(u_distance, 0) - 1);
}

// Returns the step along the surface towards `direction`, taken on the side whose depth differs less.
vec3 slope(ivec2 at, ivec2 direction, vec3 here) {
  float fore = texelFetch(u_distance, within(at + direction), 0).r;
  float back = texelFetch(u_distance, within(at - direction), 0).r;
  vec3 ahead = eyePoint(placeOf(at + direction), fore > 0.0 ? fore : -here.z) - here;
  vec3 behind = here - eyePoint(placeOf(at - direction), back > 0.0 ? back : -here.z);
  if (fore <= 0.0) return behind;
  if (back <= 0.0) return ahead;
  return abs(ahead.z) < abs(behind.z) ? ahead : behind;
}

// Returns the gradient of the coverage in the picture, per unit of length.
vec2 coverageSlope(ivec2 at, int apart, float texelsPerLength) {
  float right = texelFetch(u_colour, within(at + ivec2(apart, 0)), 0).a;
  float left = texelFetch(u_colour, within(at - ivec2(apart, 0)), 0).a;
  float up = texelFetch(u_colour, within(at + ivec2(0, apart)), 0).a;
  float down = texelFetch(u_colour, within(at - ivec2(0, apart)), 0).a;
  return vec2(right - left, up - down) * texelsPerLength / float(2 * apart);
}

// Interpolates between the four texels around a place.
float thicknessAt(vec2 place) {
  ivec2 last = textureSize(u_thickness, 0) - 1;
  vec2 at = place * vec2(last + 1) - 0.5;
  ivec2 low = ivec2(floor(at));
  vec2 share = at - vec2(low);
  float sum = 0.0;
  for (int k = 0; k < 4; ++k) {
    ivec2 corner = ivec2(k & 1, k >> 1);
    vec2 weight = mix(1.0 - share, share, vec2(corner));
    sum += weight.x * weight.y * texelFetch(u_thickness, clamp(low + corner, ivec2(0), last), 0).r;
  }
  return sum;
}

// Returns the light from a direction: a dark floor, walls that get brighter upwards, and a window.
vec3 studio(vec3 direction) {
  vec3 light = mix(0.5 * u_background, vec3(0.40, 0.45, 0.52), smoothstep(-0.35, 0.10, direction.y));
  light = mix(light, vec3(0.72, 0.80, 0.90), smoothstep(0.05, 0.80, direction.y));
  return light + 1.2 * smoothstep(0.88, 0.94, dot(direction, kLight));
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 at = pixel / u_grain;
  float distance = texelFetch(u_distance, at, 0).r;
  vec4 surface = texelFetch(u_colour, at, 0);
  float coverage = smoothstep(0.4, 0.6, surface.a);
  o_colour = texelFetch(u_behind, pixel, 0);
  gl_FragDepth = texelFetch(u_behindDepth, pixel, 0).r;
  if (distance <= 0.0 || coverage == 0.0 || depthAt(distance) >= gl_FragDepth) return;

  float texelsPerLength = u_pixelsPerUnit / clipW(distance);
  vec3 here = eyePoint(placeOf(at), distance);
  int apart = max(1, int(kApart * u_radius * texelsPerLength));
  vec3 normal = normalize(cross(slope(at, ivec2(apart, 0), here), slope(at, ivec2(0, apart), here)));
  int rimApart = max(1, int(kRimApart * u_radius * texelsPerLength));
  normal.xy -= kRim * u_radius * coverageSlope(at, rimApart, texelsPerLength);
  normal = normalize(normal);
  vec3 toEye = u_projection[2][3] == 0.0 ? vec3(0.0, 0.0, 1.0) : normalize(-here);

  float thickness = thicknessAt(placeOf(at));
  float clear = exp(-thickness / u_clear);
  vec3 bent = refract(-toEye, normal, kRefraction);
  vec2 shift = kShift * min(thickness, kMostShift * u_clear) * (bent + toEye).xy;
  ivec2 seen = pixel + ivec2(round(shift * texelsPerLength * float(u_grain)));
  vec3 behind = texelFetch(u_behind, clamp(seen, ivec2(0), textureSize(u_behind, 0) - 1), 0).rgb;
  vec3 through = (behind + kStudioBehind * studio(bent)) * mix(surface.rgb, vec3(1.0), clear);

  float diffuse = max(dot(normal, kLight), 0.0);
  float sky = 0.5 + 0.5 * normal.y;
  vec3 straight = surface.rgb * 0.55 * diffuse;
  vec3 body = surface.rgb * (0.42 + 0.28 * sky) + straight;
  float clearness = 0.15 + 0.75 * clear;
  vec3 inside = mix(body, through, clearness);

  float away = 1.0 - clamp(dot(normal, toEye), 0.0, 1.0);
  float fresnel = kReflectance + (0.9 - kReflectance) * pow(away, 5.0);
  float gleam = pow(max(dot(normal, normalize(kLight + toEye)), 0.0), 90.0);
  vec3 shaded = mix(inside, studio(reflect(-toEye, normal)), fresnel) + 0.5 * gleam;
  vec3 fromLight = straight * (1.0 - clearness) * (1.0 - fresnel) + 0.5 * gleam;
  float share = 1.0 - dot(fromLight, vec3(1.0)) / max(dot(shaded, vec3(1.0)), 1e-6);
  o_colour = mix(o_colour, vec4(shaded, u_marksLight ? share : 1.0), coverage);
  if (coverage > 0.5) gl_FragDepth = depthAt(distance);
}
