// Tests whether points are neighbours, as src/pairs/point_layout.h defines it. Points are in the order of their cells.
// Reads: u_position or, with POINTS_IN_BUFFER, b_position, whose w is the number of the point; with HASHED also u_tile.
// Only the points u_firstListed .. u_endListed - 1 may be in lists. Without HALF_CELLS the points 0 .. u_centres - 1
// have lists. With HALF_CELLS the points that may be in lists have lists, and at least one point of each pair has a
// number below u_centres. The prologue defines kPossibleSquared and kSureSquared and, with HASHED, kHashed.

#include "texel/layout.glsl"

#ifdef POINTS_IN_BUFFER
vec4 pointAt(int place) {
  return b_position[place];
}
#else
uniform sampler2D u_position;

vec4 pointAt(int place) {
  return texelFetch(u_position, texelOf(place), 0);
}
#endif

uniform int u_centres;
uniform int u_firstListed;
uniform int u_endListed;
#ifdef HASHED
uniform usampler2D u_tile;
#endif

/// The point whose list is made.
int g_point = 0;
vec3 g_position = vec3(0.0);
#ifdef HASHED
ivec3 g_tile = ivec3(0);
#endif

void beginList(int place) {
  vec4 position = pointAt(place);
  g_point = int(position.w);
  g_position = position.xyz;
#ifdef HASHED
  g_tile = ivec3(texelFetch(u_tile, texelOf(place), 0).xyz);
#endif
}

bool isListed(int number) {
  return number >= u_firstListed && number < u_endListed;
}

bool hasList() {
#ifdef HALF_CELLS
  return isListed(g_point);
#else
  return g_point < u_centres;
#endif
}

/// Another point: its number, and the square of its distance from the list's point.
struct Other {
  int number;
  float squared;
};

/// Returns the point at a place. Its position plus `image` is the position of the periodic image next to the list's
/// point.
Other otherAt(int place, vec3 image) {
  vec4 position = pointAt(place);
  vec3 apart = position.xyz - g_position + image;
  return Other(int(position.w), dot(apart, apart));
}

#ifdef HASHED
/// Returns whether the point is in the tile that the walk over the sides of the grid has reached.
bool isOnTile(int place, vec3 image) {
  ivec3 tile = ivec3(texelFetch(u_tile, texelOf(place), 0).xyz);
  return tile == g_tile + ivec3(sign(image)) * kHashed;
}
#endif

/// Returns 1 if the point at a place belongs into the list, which means that it may be near and may be in lists;
/// otherwise 0. With HALF_LIST, points with a lower number than the list's point are not in the list.
uint isNear(int place, vec3 image) {
  Other other = otherAt(place, image);
  uint near = uint(other.squared <= kPossibleSquared);
#ifdef HALF_LIST
  near &= uint(other.number >= g_point);
#endif
#ifdef HALF_CELLS
  near &= uint(min(other.number, g_point) < u_centres);
#endif
  near &= uint(other.number >= u_firstListed) & uint(other.number < u_endListed);
#ifdef HASHED
  if (near != 0u) near = uint(isOnTile(place, image));
#endif
  return near;
}

const int kNearAlignment = 1;
#ifdef POINTS_IN_BUFFER
// Number of points that are read together, since such reads do not wait for each other.
const int kNearTogether = 4;

/// Returns a bit for each of the kNearTogether points from `place` on, set if the point belongs into the list.
uint nearTogether(int place, vec3 image) {
  return isNear(place, image) | isNear(place + 1, image) << 1 | isNear(place + 2, image) << 2 |
         isNear(place + 3, image) << 3;
}
#else
const int kNearTogether = 1;

uint nearTogether(int place, vec3 image) {
  return isNear(place, image);
}
#endif

uint slotOf(Other other) {
  return uint(other.number) | (other.squared > kSureSquared ? kAmbiguous : 0u);
}
