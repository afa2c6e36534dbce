// Lights the surface of a coloured liquid. Functions; the includer includes render/light.glsl and render/haze.glsl, and
// declares u_view.

const float kReflectance = 0.025;  // reflectance of a surface seen head-on; the reflectance of water is 0.02
const float kGrazing = 0.9;        // reflectance of a surface seen edge-on
const float kAbsorption = 4.5;  // absorption of a channel that the colour lacks, in units of the scattering
const float kBehind = 1.5;      // brightness of the things seen through the liquid: a liquid gathers light
// Colours brighter than kKnee are compressed with this strength, without a change of hue.
const float kKnee = 0.7;
const float kCompression = 0.7;
const float kGleam = 0.7;      // brightness of the image of the light
const float kBackGleam = 0.5;  // brightness of the image of the light at the far side

// The studio has a second light, high above the far side of the scene. A level surface shows its image.
const vec3 kBackLight = vec3(0.12, 0.61, -0.78);
const float kLiquidBelow = -0.25;  // height of a direction below which a surface mirrors the liquid itself
const float kStudioFloor = 0.35;  // brightness of the studio's floor between the background and the sky

// Returns the direction upwards, in which the sky of the studio lies, in eye coordinates.
vec3 upwards() {
#if kDimensions == 3
  return u_view[2].xyz;
#else
  return vec3(0.0, 1.0, 0.0);
#endif
}

// Returns the light from a direction: a dull floor, a bright horizon, a sky that gets deeper upwards, and two windows.
vec3 studio(vec3 direction) {
  float height = dot(direction, upwards());
  vec3 sky = mix(vec3(0.82, 0.89, 0.95), vec3(0.36, 0.56, 0.84), smoothstep(0.0, 0.8, height));
  vec3 light = mix(mix(u_background, sky, kStudioFloor), sky, smoothstep(-0.12, 0.04, height));
  float window = smoothstep(0.86, 0.92, dot(direction, kLight));
  float back = smoothstep(0.80, 0.98, dot(direction, kBackLight));
  return light + 1.2 * window + 0.9 * back;
}

// Returns a colour of the same hue that is darker where its brightest channel is above kKnee.
vec3 compressed(vec3 colour) {
  float most = max(max(colour.r, colour.g), max(colour.b, 1e-3));
  float above = max(most - kKnee, 0.0);
  return colour * (1.0 - kCompression * above * above / (most * most));
}

// Returns the colour of a liquid, and the share of this colour that is left in shadow. `dye` is the colour of the
// liquid, `brightness` the light that it gets from above. `clear` is the share of the light of `rear` that is not
// scattered on its way through the liquid. The last two arguments are the surface's normal and the direction to the
// eye.
vec4 liquid(vec3 dye, float brightness, float clear, vec3 rear, vec3 normal, vec3 toEye) {
  // A liquid takes the other colours out of the light that it transmits, and scatters light of its own colour.
  vec3 missing = 1.0 - clamp(dye, 0.0, 1.0);
  vec3 clearness = pow(vec3(max(clear, 1e-3)), 1.0 + kAbsorption * missing * missing);
  vec3 body = brightness * dye;
  float diffuse = max(dot(normal, kLight), 0.0);
  float sky = 0.5 + 0.5 * dot(normal, upwards());
  vec3 straight = 0.40 * body * diffuse;
  vec3 scattered = body * (0.46 + 0.30 * sky) + straight;
  vec3 inside = compressed((1.0 - clear) * scattered + kBehind * clearness * rear);

  float away = 1.0 - clamp(dot(normal, toEye), 0.0, 1.0);
  float fresnel = kReflectance + (kGrazing - kReflectance) * pow(away, 4.0);
  float gleam = kGleam * pow(max(dot(normal, normalize(kLight + toEye)), 0.0), 140.0);
  float backGleam = kBackGleam * pow(max(dot(normal, normalize(kBackLight + toEye)), 0.0), 200.0);
  // Below the horizon a crest mirrors more of the liquid, not the studio's floor, which would be a dark line along it.
  vec3 mirrored = reflect(-toEye, normal);
  float above = smoothstep(kLiquidBelow, 0.0, dot(mirrored, upwards()));
  vec3 all = mix(inside, studio(mirrored), fresnel * above) + gleam + backGleam;
  all += rimLight(normal, away) * mix(body, vec3(1.0), 0.5);
  vec3 fromLight = straight * (1.0 - clear) * (1.0 - fresnel) + gleam;
  float share = 1.0 - dot(fromLight, vec3(1.0)) / max(dot(all, vec3(1.0)), 1e-6);
  return vec4(min(all, vec3(1.0)), u_marksLight ? share : 1.0);
}
