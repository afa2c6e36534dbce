// Reads: the smoothed density, and the picture and depths of the rest of the scene, which is seen through the fluid.
// Writes: the colour of the fluid seen along a line of sight, multiplied by the share of the texel that the fluid
// covers, and this share; the distance of the fluid from the eye along the eye's axis, 0 without fluid, and the share
// of the colour that is left in shadow. The fluid begins where its share of the volume reaches kLevel and ends at the
// sides of the box, of the slice and of the cut, and at the vessel. If there are several species, each place shows the
// species that fills most of it. DEPTHS selects another output at compile time: only the depth of the surface, if it
// covers half of the texel or more, and a colour with 1 in all channels. One invocation: one line of sight, for u_grain
// x u_grain samples of the picture.

#include "render/eye.glsl"
#include "render/haze.glsl"
#include "render/light.glsl"
#include "render/surface/brick.glsl"
#include "render/surface/density.glsl"
#include "render/surface/sight.glsl"
#include "render/surface/liquid.glsl"
#include "render/tint.glsl"

uniform sampler2D u_bricks;
uniform sampler2D u_behind;
uniform sampler2D u_behindDepth;
uniform vec3 u_channelColours[4];
uniform int u_grain;
uniform vec2 u_samples;         // size of the picture
uniform float u_width;          // standard deviation of the smoothing, length
uniform float u_stride;         // stride of the march, length
uniform float u_clear;          // clearLength of a fluid of several species
uniform float u_particles;      // number of particles of the fluid, or 0 if it has several species
uniform float u_deep;           // thickness that transmits 1 / e of the light from above, length
uniform float u_pixelsPerUnit;  // samples per unit of length at clip w = 1

layout(location = 0) out vec4 o_colour;
#ifndef DEPTHS
layout(location = 1) out vec4 o_place;
#endif

const float kRefraction = 1.0 / 1.33;
const float kShift = 0.35;     // shift of the line of sight by refraction, in units of the thickness
const float kShiftBeyond = 0.1;  // shift by the surface at the far side, in units of clearLength
const float kMostShift = 1.2;  // largest thickness that counts for the shift, in units of clearLength
const float kBodyAtSurface = 0.6;  // share of the colour at the surface in the colour of an opaque fluid
const float kBrightest = 1.3;  // brightness of a body in all of the light
const vec2 kAmbient = vec2(0.65, 0.8);  // for one species; for several, which keep the colours of the legend
const float kStudioBehind = 0.2;  // share of the studio in the light that the fluid transmits
// The surface at the far side reflects no light if the square of the cosine of the refracted direction is larger.
const float kMostMirrored = 0.3;
const float kAboveStep = 0.125;  // first step upwards, in units of u_deep
// A surface has the colour of fluid of at least the thickness kSkin, in units of clearLength. If a line of sight leaves
// the fluid through a side, kWetSide is added to this thickness. A dark scene would show through thinner fluid as a
// murky edge.
const float kSkin = 0.05;
const float kWetSide = 0.1;
// The clearLength of a fluid of one species, as a share of the side of a cube with the volume of the fluid: a thin jet
// is as clear as a sea.
const float kClearOfCube = 0.8;
// Where a side meets the surface, the side's normal turns towards the surface's normal: kMeniscus is the strength of
// this turn, kDeepInside the fill from which on the normal does not turn.
const float kMeniscus = 1.1;
const float kDeepInside = 0.9;
const float kFull = 0.65;  // fill from which on a side is wet in full

// Slope of the shares across a flat surface, where they are a smoothed step from 0 to 1.
const float kSlope = 0.4;  // slope per u_width
const float kMostWeight = 4.0;  // largest weight of a species in the colour, in units of its share
// The chord of a line of sight that misses the box has a negative length. If this length is below -kMostMissed texels,
// the line passes along a side, far from all edges, and meets no fluid.
const float kMostMissed = 4.0;
const float kRimWidths = 2.0;  // a rim ends where the line of sight is this far inside, in units of u_width
// Beyond the rim, a step grows by u_stride for each u_width of distance from the last surface, up to this many times
// u_stride.
const float kMostStrides = 6.0;
const float kDark = 0.02;  // share of the light that is too small to count
const int kMostSteps = 2000;
const int kMostBricks = 200;

vec4 scale = vec4(0.0);  // scale of densities
float clearLength = 1.0;  // thickness that leaves 1 / e of the light of the scene; the rest is scattered

vec4 sharesAt(vec3 place) {
  return sharesOf(densityAt(place), scale);
}

// Returns the colour of the species that fills most of a place. Between two species the colour changes within `width`.
vec3 colourOf(vec4 shares, float width) {
  if (u_blends) return shares.rgb / max(shares.w, 1e-6);
  vec4 weight = clamp(0.5 + (shares - othersOf(shares)) * u_width / (2.0 * kSlope * width), 0.0, 1.0);
  // In a wide change, a species that is absent would still have a weight.
  weight = min(weight, kMostWeight * shares);
  vec3 sum = vec3(0.0);
  for (int k = 0; k < 4; ++k) sum += weight[k] * u_channelColours[k];
  return sum / max(dot(weight, vec4(1.0)), 1e-6);
}

// Returns the direction in which the fluid gets thinner; its length is the change of the fluid's share of the volume
// over two cells.
vec3 downhill(vec3 place) {
  vec3 edge = 1.0 / u_cellsPerLength;
  vec3 slope = vec3(0.0);
  for (int axis = 0; axis < kDimensions; ++axis) {
    vec3 offset = vec3(equal(ivec3(axis), ivec3(0, 1, 2))) * edge;
    slope[axis] = fillOf(sharesAt(place - offset)) - fillOf(sharesAt(place + offset));
  }
  return slope;
}

// The parts of the fluid that a line of sight meets.
struct Found {
  bool hit;
  float outside, inside;  // places on the line of sight between which the line meets the surface
  float rim;        // the largest fill near the surface
  float rimAt;      // the place of the largest fill
  float leftAt;     // the last place at which the line leaves the fluid through its surface, or a large number
  float thickness;
  float clear;      // share of the light that is not scattered
  vec3 body;        // sum of the colours within, weighted by the light scattered there
};

void absorb(inout Found found, float length, vec3 colour) {
  float left = found.clear * exp(-length / clearLength);
  found.body += (found.clear - left) * colour;
  found.clear = left;
  found.thickness += length;
}

// Follows the line of sight to the place from which no light comes through the fluid. `leavesBox` says whether the line
// ends at a side.
Found march(Sight sight, float pixel, bool leavesBox) {
  vec3 along = sight.along;
  float t = sight.begin;
  vec4 shares = sharesAt(sight.from + t * along);
  float fill = fillOf(shares);
  Found found = Found(fill >= kLevel, t, t, fill, t, 1e9, 0.0, 1.0, vec3(0.0));
  vec3 perCell = u_cellsPerLength * along;
  vec3 slope = perCell + vec3(equal(perCell, vec3(0.0))) * 1e-6;
  float crossedUntil = t;  // the end of a brick with a surface
  float surfaceAt = t;     // the last surface that the line of sight has crossed
  for (int k = 0; k < kMostSteps && t < sight.end && found.clear > kDark; ++k) {
    // Steps over bricks without a surface. If this loop were a condition, a software renderer would read densities in
    // these bricks, too.
    for (int bricksLeft = kMostBricks; bricksLeft > 0 && t >= crossedUntil && t < sight.end; --bricksLeft) {
      vec3 at = (sight.from + t * along) * u_cellsPerLength;
      ivec3 brick = clamp(ivec3(floor(at / float(kBrick))), ivec3(0), bricks() - 1);
      int kind = int(texelFetch(u_bricks, texelOfBrick(brick), 0).r * 255.0 + 0.5);
      vec3 exits = (float(kBrick) * (vec3(brick) + step(0.0, slope)) - at) / slope;
      float next = min(t + max(min(exits.x, min(exits.y, exits.z)), 0.0) + 0.01 * u_stride, sight.end);
      if (kind == kCrossed) {
        crossedUntil = next;
        break;
      }
      fill = 0.0;
      if (kind != kEmpty) {
        if (!found.hit) found.outside = max(t - u_stride, sight.begin);
        if (!found.hit) found.inside = t;
        found.hit = true;
        found.rim = 1.0;
        fill = 1.0;
        shares = vec4(equal(ivec4(kind - kFilled), ivec4(0, 1, 2, 3)));
        absorb(found, next - t, u_channelColours[kind - kFilled]);
      }
      t = next;
    }
    float strides = found.hit ? clamp(1.0 - kRimWidths + (t - surfaceAt) / u_width, 1.0, kMostStrides) : 1.0;
    float next = min(t + strides * u_stride, sight.end);
    vec4 newShares = sharesAt(sight.from + next * along);
    float newFill = fillOf(newShares);
    if ((newFill >= kLevel) != (fill >= kLevel)) {
      // A long step across the surface does not show where the surface is. The same distance is thus walked again in
      // short steps.
      surfaceAt = strides > 1.0 ? t : next;
      if (strides > 1.0) continue;
    }
    if (newFill >= kLevel || fill >= kLevel) {
      if (!found.hit) found.outside = t;
      if (!found.hit) found.inside = next;
      found.hit = true;
      float crossing = clamp((kLevel - fill) / (newFill - fill), 0.0, 1.0);
      float inside = newFill < kLevel ? crossing : fill < kLevel ? 1.0 - crossing : 1.0;
      if (newFill < kLevel) found.leftAt = mix(t, next, crossing);
      absorb(found, inside * (next - t), colourOf(newFill < kLevel ? shares : newShares, max(pixel, next - t)));
    }
    if (newFill > found.rim && (!found.hit || next - found.inside < kRimWidths * u_width)) {
      found.rim = newFill;
      found.rimAt = next;
    }
    shares = newShares;
    fill = newFill;
    t = next;
  }
  float thickness = found.thickness;
  float wet = leavesBox && t >= sight.end ? clamp((fill - kLevel) / (kFull - kLevel), 0.0, 1.0) : 0.0;
  float coat = kSkin + kWetSide * wet;
  absorb(found, coat * clearLength, colourOf(shares, pixel));
  found.thickness = thickness;
  return found;
}

// Returns the place at which the line of sight meets the surface, or is nearest to the surface.
float placeOfSurface(Sight sight, Found found) {
  if (!found.hit) return found.rimAt;
  float outside = found.outside;
  float inside = found.inside;
  for (int k = 0; k < 5; ++k) {
    float middle = 0.5 * (outside + inside);
    bool isInside = fillOf(sharesAt(sight.from + middle * sight.along)) >= kLevel;
    outside = isInside ? outside : middle;
    inside = isInside ? middle : inside;
  }
  return inside;
}

// Returns the share of the light from above that reaches a place in the fluid, at least kAmbient.
float lightFromAbove(vec3 place) {
#if kDimensions == 2
  return 1.0;
#else
  // Four steps, each twice as long as the step before.
  float thickness = 0.0;
  float length = kAboveStep * u_deep;
  float top = u_cells.z / u_cellsPerLength.z;
  for (int k = 0; k < 4; ++k) {
    // Only the part of a step in the box counts, so that no edge is seen where steps leave the box.
    float inBox = clamp(top - place.z, 0.0, length);
    place.z += length;
    thickness += inBox * min(fillOf(sharesAt(place)), 1.0);
    length *= 2.0;
  }
  float ambient = u_particles > 0.0 ? kAmbient.x : kAmbient.y;
  return mix(ambient, 1.0, exp(-thickness / u_deep));
#endif
}

// Returns the light that comes through the fluid along a line of sight, whose direction in the fluid is `bent`. The
// surface at the far side bends the line once more, or reflects it.
vec3 lightFromBehind(Sight sight, Found found, vec2 centre, float samples, vec3 bent) {
  vec3 toEye = -(mat3(u_view) * sight.along);
  vec2 shift = kShift * min(found.thickness, kMostShift * clearLength) * (bent + toEye).xy;
  vec3 beyond = bent;
  vec3 inner = vec3(0.0);
  float passes = 1.0;
#if kDimensions == 3
  if (found.leftAt < sight.end) {
    vec3 outwards = normalize(mat3(u_view) * downhill(sight.from + found.leftAt * sight.along));
    float along = dot(bent, outwards);
    float square = 1.0 - (1.0 - along * along) / (kRefraction * kRefraction);
    passes = smoothstep(0.0, kMostMirrored, square);
    inner = studio(reflect(bent, outwards));
    if (square > 0.0) beyond = refract(bent, -outwards, 1.0 / kRefraction);
    shift += kShiftBeyond * clearLength * (beyond - bent).xy;
  }
#endif
  ivec2 seen = ivec2(centre + shift * samples);
  vec3 behind = texelFetch(u_behind, clamp(seen, ivec2(0), textureSize(u_behind, 0) - 1), 0).rgb;
  return mix(inner, mix(behind, studio(beyond), kStudioBehind), passes);
}

// Returns the colour in which a line of sight shows the fluid that march() has found, and the share of this colour that
// is left in shadow.
vec4 shaded(Sight sight, Found found, float at, vec2 centre, float deep) {
  vec3 place = sight.from + at * sight.along;
  vec4 shares = sharesAt(place);
  float distance = u_depthRange.x + at * deep;
  float pixel = float(u_grain) * clipW(distance) / u_pixelsPerUnit;
#if kDimensions == 2
  vec3 slope = 2.0 * u_width * u_cellsPerLength.x * downhill(place);
  vec3 normal = vec3(0.0, 0.0, -sign(sight.along.z)) + slope;
#else
  vec3 normal = downhill(place);
  // Where the surface meets a side, the density falls along the side. This slope turns the normal of the side.
  if (found.hit && at <= sight.begin) {
    float nearness = kMeniscus * (1.0 - smoothstep(kLevel, kDeepInside, fillOf(shares)));
    normal = sight.side + nearness * (normal - dot(normal, sight.side) * sight.side);
  }
#endif
  normal = normalize(mat3(u_view) * normal);
  vec3 body = colourOf(shares, pixel);
  if (found.clear < 1.0) body = mix(found.body / (1.0 - found.clear), body, kBodyAtSurface);
  vec3 toEye = -(mat3(u_view) * sight.along);
  vec3 bent = refract(-toEye, normal, kRefraction);
  vec3 behind = lightFromBehind(sight, found, centre, u_pixelsPerUnit / clipW(distance), bent);
  body = tinted(focused(body, place), place);
  return liquid(body, kBrightest * lightFromAbove(place), found.clear, behind, normal, toEye);
}

void main() {
  vec2 centre = gl_FragCoord.xy * float(u_grain);
  Sight sight = sightOf(centre / u_samples);
  float deep = -(mat3(u_view) * sight.along).z;  // distance along the eye's axis per length of the line of sight
  float chord = sight.end - sight.begin;
  float sides = 1.0;
  bool leavesBox = true;
#if kDimensions == 3
  // A texel whose line of sight misses the box by less than half a texel is covered in part.
  sides = clamp(0.5 + chord / length(vec2(dFdx(chord), dFdy(chord))), 0.0, 1.0);
  if (chord < -kMostMissed * float(u_grain) * clipW(u_depthRange.y) / u_pixelsPerUnit) sides = 0.0;
  if (sides > 0.0) sight.end = max(sight.end, sight.begin + 1e-4 * u_stride);
#endif
#ifdef DEPTHS
  o_colour = vec4(1.0);
  gl_FragDepth = 1.0;
#else
  o_colour = vec4(0.0);
  o_place = vec4(0.0);
  float behindAt = distanceAt(texelFetch(u_behindDepth, min(ivec2(centre), ivec2(u_samples) - 1), 0).r);
  float behind = (behindAt - u_depthRange.x) / deep;
  leavesBox = behind > sight.end - u_stride;
  sight.end = min(sight.end, behind);
#endif
#if kDimensions == 2
  float flatAt = -sight.from.z / sight.along.z;
  sight.end = flatAt > sight.end ? sight.begin : sight.end;
  sight.begin = max(sight.begin, flatAt);
#endif
  // A loop replaces a condition here: a software renderer skips the body of a loop, but not of a condition.
  for (bool isOver = sight.begin >= sight.end; !isOver; isOver = true) {
    scale = texelFetch(u_scale, ivec2(0), 0);
    clearLength = u_clear;
#if kDimensions == 3
    float volume = u_particles * scale.x / (u_cellsPerLength.x * u_cellsPerLength.y * u_cellsPerLength.z);
    if (volume > 0.0) clearLength = kClearOfCube * pow(volume, 1.0 / 3.0);
#endif
    float pixel = float(u_grain) * clipW(u_depthRange.x + sight.begin * deep) / u_pixelsPerUnit;
#if kDimensions == 2
    vec4 shares = sharesAt(sight.from + sight.begin * sight.along);
    float at = sight.begin;
    Found found = Found(false, at, at, fillOf(shares), at, 1e9, 2.0 * clearLength, exp(-2.0), vec3(0.0));
    found.body = (1.0 - found.clear) * colourOf(shares, pixel);
#else
    Found found = march(sight, pixel, leavesBox);
#endif
    float coverage = sides * clamp(0.5 + (found.rim - kLevel) * u_width / (kSlope * pixel), 0.0, 1.0);
    for (bool isSeen = coverage > 0.0; isSeen; isSeen = false) {
      float at = placeOfSurface(sight, found);
#ifdef DEPTHS
      if (coverage >= 0.5) gl_FragDepth = depthAt(u_depthRange.x + at * deep);
#else
      vec4 colour = shaded(sight, found, at, centre, deep);
      o_colour = vec4(colour.rgb * coverage, coverage);
      o_place = vec4(u_depthRange.x + at * deep, colour.a, 0.0, 0.0);
#endif
    }
  }
}
