// Reads: the line colour, and the place of the fragment in its dash and the gap after it. Writes: the colour. One
// invocation: one fragment of an edge of the box; in a gap it writes nothing.

uniform vec3 u_colour;

flat in float v_share;
in float v_dashes;

out vec4 o_colour;

void main() {
  // At each end of the edge is the middle of a dash, so that edges meet.
  if (fract(v_dashes + 0.5 * v_share) > v_share) discard;
  o_colour = vec4(u_colour, 1.0);
}
