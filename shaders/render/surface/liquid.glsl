// Lights the surface of a coloured liquid. Functions; the includer includes render/light.glsl and render/haze.glsl.

const float kReflectance = 0.03;  // reflectance of a surface seen head-on; the reflectance of water is 0.02
const float kStudioBehind = 0.25;  // share of the studio in the light that the fluid transmits
const float kAbsorptionOfAll = 0.8;  // absorption of a channel that the colour is full of
const float kAbsorption = 3.0;  // absorption of a channel that the colour lacks, beyond that of a full channel

// Returns the light from a direction: a dark floor, a bright horizon, a sky that gets deeper upwards, and a window.
vec3 studio(vec3 direction) {
  vec3 sky = mix(vec3(0.80, 0.86, 0.92), vec3(0.42, 0.60, 0.84), smoothstep(0.0, 0.9, direction.y));
  vec3 light = mix(0.6 * u_background, sky, smoothstep(-0.25, 0.05, direction.y));
  return light + 1.4 * smoothstep(0.88, 0.93, dot(direction, kLight));
}

// Returns the colour of a liquid, and the share of this colour that is left in shadow. `body` is the colour of the
// liquid itself, `clear` the transmitted share of the light of `rear`, which is seen along `bent`. The last two
// arguments are the surface's normal and the direction to the eye.
vec4 liquid(vec3 body, float clear, vec3 rear, vec3 bent, vec3 normal, vec3 toEye) {
  // A liquid takes the other colours out of the light that it transmits, and scatters light of its own colour.
  vec3 missing = 1.0 - clamp(body, 0.0, 1.0);
  vec3 clearness = 0.9 * pow(vec3(max(clear, 1e-3)), kAbsorptionOfAll + kAbsorption * missing * missing);
  float diffuse = max(dot(normal, kLight), 0.0);
  float sky = 0.5 + 0.5 * normal.y;
  vec3 straight = body * 0.48 * diffuse;
  vec3 dull = body * (0.44 + 0.30 * sky) + straight;
  vec3 inside = mix(dull, mix(rear, studio(bent), kStudioBehind), clearness);

  float away = 1.0 - clamp(dot(normal, toEye), 0.0, 1.0);
  float fresnel = kReflectance + (0.9 - kReflectance) * pow(away, 5.0);
  float gleam = pow(max(dot(normal, normalize(kLight + toEye)), 0.0), 90.0);
  vec3 all = mix(inside, studio(reflect(-toEye, normal)), fresnel) + 0.5 * gleam;
  all += rimLight(normal, away) * mix(body, vec3(1.0), 0.5);
  vec3 fromLight = straight * (1.0 - clearness) * (1.0 - fresnel) + 0.5 * gleam;
  float share = 1.0 - dot(fromLight, vec3(1.0)) / max(dot(all, vec3(1.0)), 1e-6);
  return vec4(min(all, vec3(1.0)), u_marksLight ? share : 1.0);
}
