// Reads: the box. Writes: a corner of the strip, some pixels wide, that draws an edge of the box. One invocation: one
// of the six corners of the two triangles of an edge. Edges 0..3 are the sides of the rectangle z = 0, which in two
// dimensions is the only rectangle; edges 4..7 are the sides of the opposite rectangle; edges 8..11 join the two
// rectangles. An edge of two walls is solid, an edge of a wall and a periodic side is dashed, and an edge of two
// periodic sides is dotted.

uniform vec3 u_size;
uniform mat4 u_view;
uniform mat4 u_projection;
uniform vec2 u_viewport;    // pixels
uniform float u_lineWidth;  // pixels
uniform vec3 u_periodic;    // 1 along axes with periodic sides, 0 along axes with walls or without sides
uniform float u_dash;       // approximate length of a dash and the gap after it
uniform float u_towardsEye;  // length by which edges are moved towards the eye, in depth only

flat out float v_share;  // share of the edge that is drawn
out float v_dashes;      // number of dashes from the beginning of the edge; a whole number at its end
out float v_across;      // distance from the middle of the line, pixels

// The rectangle's corners, one after the other.
vec3 cornerOf(int k, float level) {
  return u_size * vec3(k == 1 || k == 2 ? 1.0 : 0.0, k >= 2 ? 1.0 : 0.0, level);
}

vec4 clipOf(vec3 point) {
  vec4 eye = u_view * vec4(point, 1.0);
  vec4 clip = u_projection * eye;
  vec4 nearer = u_projection * (eye + vec4(0.0, 0.0, u_towardsEye, 0.0));
  return vec4(clip.xy, nearer.z / nearer.w * clip.w, clip.w);
}

void main() {
  int edge = gl_VertexID / 6;
  int corner = gl_VertexID % 6;
  int first = edge & 3;
  bool joins = edge >= 8;
  vec4 from = clipOf(cornerOf(first, edge >= 4 && !joins ? 1.0 : 0.0));
  vec4 to = clipOf(joins ? cornerOf(first, 1.0) : cornerOf((first + 1) & 3, edge >= 4 ? 1.0 : 0.0));

  int axis = joins ? 2 : first & 1;
  float periodic = dot(u_periodic, vec3(1.0)) - u_periodic[axis];
  v_share = periodic == 0.0 ? 1.0 : periodic == 1.0 ? 0.6 : 0.3;
  float dashes = max(1.0, round(u_size[axis] / u_dash));

  vec2 along = (to.xy / to.w - from.xy / from.w) * u_viewport;
  float pixels = length(along);
  along = pixels > 0.0 ? along / pixels : vec2(1.0, 0.0);  // an edge seen end-on is a dot
  float side = (corner & 1) == 0 ? -1.0 : 1.0;
  bool atEnd = corner >= 2 && corner <= 4;
  vec4 end = atEnd ? to : from;
  v_dashes = atEnd ? dashes : 0.0;
  // The line extends half of its width past the end, too, so that edges meet without a notch. On all sides there is
  // room for half a pixel in which the line fades.
  float width = u_lineWidth + 1.0;
  vec2 offset = (side * vec2(-along.y, along.x) + (atEnd ? along : -along)) * width;
  v_across = side * 0.5 * width;
  gl_Position = end + vec4(offset / u_viewport * end.w, 0.0, 0.0);
}
