// Lights the surface of a coloured liquid. Functions; the includer includes render/light.glsl and render/haze.glsl.

const float kReflectance = 0.03;  // of a surface seen head-on; water's is 0.02
const float kStudioBehind = 0.25;  // share of the studio in the light that the fluid transmits

// Returns the light from a direction: a dark floor, walls that get brighter upwards, and a window.
vec3 studio(vec3 direction) {
  vec3 light = mix(0.5 * u_background, vec3(0.40, 0.45, 0.52), smoothstep(-0.35, 0.10, direction.y));
  light = mix(light, vec3(0.72, 0.80, 0.90), smoothstep(0.05, 0.80, direction.y));
  return light + 1.2 * smoothstep(0.88, 0.94, dot(direction, kLight));
}

// Returns the colour of a liquid, and the share of it in shadow. `body` is the colour of the liquid itself, `clear` the
// transmitted share of the light of `rear`, which is seen along `bent`. The last two are the surface's normal and the
// direction to the eye.
vec4 liquid(vec3 body, float clear, vec3 rear, vec3 bent, vec3 normal, vec3 toEye) {
  vec3 through = mix(rear, studio(bent), kStudioBehind) * mix(body, vec3(1.0), clear);
  float diffuse = max(dot(normal, kLight), 0.0);
  float sky = 0.5 + 0.5 * normal.y;
  vec3 straight = body * 0.55 * diffuse;
  vec3 dull = body * (0.42 + 0.28 * sky) + straight;
  float clearness = 0.1 + 0.7 * clear;
  vec3 inside = mix(dull, through, clearness);

  float away = 1.0 - clamp(dot(normal, toEye), 0.0, 1.0);
  float fresnel = kReflectance + (0.9 - kReflectance) * pow(away, 5.0);
  float gleam = pow(max(dot(normal, normalize(kLight + toEye)), 0.0), 90.0);
  vec3 all = mix(inside, studio(reflect(-toEye, normal)), fresnel) + 0.5 * gleam;
  all += rimLight(normal, away) * mix(body, vec3(1.0), 0.5);
  vec3 fromLight = straight * (1.0 - clearness) * (1.0 - fresnel) + 0.5 * gleam;
  float share = 1.0 - dot(fromLight, vec3(1.0)) / max(dot(all, vec3(1.0)), 1e-6);
  return vec4(min(all, vec3(1.0)), u_marksLight ? share : 1.0);
}
