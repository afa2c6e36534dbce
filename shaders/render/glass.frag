// Reads: a line of sight through the part of the box that a vessel or a plate may fill. Writes: the light that the
// vessel or plate reflects as thin glass; the share of the background that this light hides; and the depth of the first
// surface. With FLAT, in two dimensions, draws a ring around a vessel, and the area of a plate. One invocation: one
// fragment; without glass in its line of sight it writes nothing.

#include "render/glass.glsl"
#include "render/solid.glsl"

out vec4 o_colour;

const int kSteps = 256;  // a line of sight along a round surface takes many steps
const float kPlateStep = 0.02;  // length, less than the thickness of a plate
const float kGleam = 0.7;
const float kSharpness = 1500.0;
const float kBody = 0.06;  // share of the background that a face of a plate hides in addition to its reflection
const float kFlatBody = 0.35;
const float kEdge = 0.6;   // share of the background that edges hide
const float kWidth = 1.5;  // width of edges, pixels
const float kRing = 0.012;  // width, radii
const float kRingShare = 0.6;

/// Returns how near a place of a surface is to an edge, or to the cut through an endless shape: 1 at the edge or cut, 0
/// far away from it.
float edgeAt(vec3 place, Near near, float pixel) {
  float edge = near.edge;
  for (int axis = 0; axis < kDimensions; ++axis) {
    bool isCut = u_solidCore[u_solid][axis] >= kEndless && abs(near.normal[axis]) < 0.9;
    if (isCut) edge = min(edge, min(place[axis] - u_low[axis], u_high[axis] - place[axis]));
  }
  return 1.0 - smoothstep(kWidth, kWidth + 1.0, edge / pixel);
}

void main() {
  Sight sight = sightOf();
  vec3 light = vec3(0.0);
  float hidden = 0.0;
  float depth = sight.begin;
  Near near = nearTo(at(sight, sight.begin));
#ifdef FLAT
  if (isVessel()) {
    float width = max(kRing * u_solidCentre[u_solid].w, 2.0 * sight.pixel);
    vec2 within = clamp(vec2(-near.distance, width + near.distance) / sight.pixel + 0.5, 0.0, 1.0);
    hidden = kRingShare * within.x * within.y;
  } else if (near.distance < 0.0) {
    near.edge = -near.distance;  // in two dimensions only the outline is an edge
    hidden = max(kFlatBody, kEdge * edgeAt(at(sight, 0.0), near, sight.pixel));
  }
  light = hidden * glassColour();
#else
  if (sight.end <= sight.begin) discard;
  float t = sight.begin;
  bool isFirst = true;
  float leastStep = isVessel() ? 0.5 * sight.pixel : min(0.5 * sight.pixel, kPlateStep);
  // A plate is cut at the sides of the box, so that a line of sight may begin in the plate.
  bool crosses = near.distance < 0.0 && !isVessel();
  if (crosses) near.normal = sight.side;
  for (int k = 0; k < kSteps; ++k) {
    if (crosses) {
      float share = reflected(abs(dot(near.normal, sight.along)));
      if (!isVessel()) share += kBody;
      share = max(share, kEdge * edgeAt(at(sight, t), near, sight.pixel));
      light += (1.0 - hidden) * share * glassColour();
      hidden += (1.0 - hidden) * share;
      if (isFirst && isVessel()) {
        vec3 toEye = -(mat3(u_view) * sight.along);
        vec3 normal = mat3(u_view) * -near.normal;
        light += kGleam * pow(max(dot(normal, normalize(kLight + toEye)), 0.0), kSharpness);
      }
      if (isFirst) depth = t;
      isFirst = false;
    }
    bool wasIn = near.distance < 0.0;
    t += max(abs(near.distance), leastStep);
    if (t > sight.end) break;
    near = nearTo(at(sight, t));
    crosses = (near.distance < 0.0) != wasIn;
  }
#endif
  if (hidden == 0.0) discard;
  o_colour = vec4(light, hidden);
  gl_FragDepth = depthAt(sight, depth);
}
