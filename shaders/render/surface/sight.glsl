// The part of a line of sight that lies in the box, the vessel, the slice and the cut. Functions; the includer
// includes render/eye.glsl and render/haze.glsl.

uniform mat4 u_view;
uniform vec3 u_low;  // corners of the part of the box that is shown
uniform vec3 u_high;
uniform vec4 u_cut;  // places on the negative side of this plane are not shown
uniform vec4 u_vesselCentre;  // w: radius
uniform vec3 u_vesselCore;  // half lengths of the vessel's core; endless along all axes if there is no vessel

struct Sight {
  vec3 from;  // in box coordinates
  vec3 along;  // a vector of length 1
  float begin, end;  // distances between which the line is shown
  vec3 side;  // the normal of the side at the beginning
};

// Shortens the line of sight to the positive side of a plane: dot(normal, place) >= least.
void cutOff(inout Sight sight, vec3 normal, float least) {
  float slope = dot(normal, sight.along);
  float excess = dot(normal, sight.from) - least;
  if (slope == 0.0) {
    if (excess < 0.0) sight.end = -1e9;
    return;
  }
  float at = -excess / slope;
  if (slope < 0.0) {
    sight.end = min(sight.end, at);
  } else if (at > sight.begin) {
    sight.begin = at;
    sight.side = -normalize(normal);
  }
}

// Shortens the line of sight to the inside of the vessel, whose core is a point, a line or a box.
void cutToVessel(inout Sight sight) {
  vec3 axes = step(u_vesselCore, vec3(1e29)) * vec3(1.0, 1.0, kDimensions - 2);
  if (u_vesselCentre.w <= 0.0) {
    for (int axis = 0; axis < kDimensions; ++axis) {
      vec3 normal = axes * vec3(equal(ivec3(axis), ivec3(0, 1, 2)));
      if (axes[axis] == 0.0) continue;
      cutOff(sight, normal, u_vesselCentre[axis] - u_vesselCore[axis]);
      cutOff(sight, -normal, -u_vesselCentre[axis] - u_vesselCore[axis]);
    }
    return;
  }
  vec3 from = axes * (sight.from - u_vesselCentre.xyz);
  vec3 along = axes * sight.along;
  float square = dot(along, along);
  float nearest = -dot(from, along);
  float excess = dot(from, from) - u_vesselCentre.w * u_vesselCentre.w;
  float inside = nearest * nearest - square * excess;
  if (square == 0.0 ? excess > 0.0 : inside <= 0.0) sight.end = -1e9;
  if (square == 0.0 || inside <= 0.0) return;
  float at = (nearest - sqrt(inside)) / square;
  sight.end = min(sight.end, (nearest + sqrt(inside)) / square);
  if (at <= sight.begin) return;
  sight.begin = at;
  sight.side = normalize(from + at * along);
}

Sight sightOf(vec2 place) {
  vec3 near = eyePoint(place, u_depthRange.x);
  vec3 along = normalize(eyePoint(place, u_depthRange.y) - near);
  mat3 fromEye = transpose(mat3(u_view));
  Sight sight = Sight(fromEye * (near - u_view[3].xyz), fromEye * along, 0.0, 1e9, vec3(0.0));
  for (int axis = 0; axis < kDimensions; ++axis) {
    vec3 normal = vec3(equal(ivec3(axis), ivec3(0, 1, 2)));
    cutOff(sight, normal, u_low[axis]);
    cutOff(sight, -normal, -u_high[axis]);
  }
  cutToVessel(sight);
  cutOff(sight, u_cut.xyz, -u_cut.w);
  return sight;
}
