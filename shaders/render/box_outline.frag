// Reads: the line colour, the distance of the fragment from the middle of the line, and its place in its dash and the
// gap after it. Writes: the colour times the share of the pixel that the line covers, and this share in alpha. One
// invocation: one fragment of an edge of the box.

uniform vec3 u_colour;
uniform float u_lineWidth;  // pixels

flat in float v_share;
in float v_dashes;
in float v_across;

out vec4 o_colour;

void main() {
  float covered = clamp(0.5 * u_lineWidth + 0.5 - abs(v_across), 0.0, 1.0);
  // At each end of the edge is the middle of a dash, so that edges meet.
  float fromMiddle = abs(v_dashes - round(v_dashes));
  if (v_share < 1.0) covered *= clamp((0.5 * v_share - fromMiddle) / fwidth(v_dashes) + 0.5, 0.0, 1.0);
  o_colour = vec4(u_colour, 1.0) * covered;
}
