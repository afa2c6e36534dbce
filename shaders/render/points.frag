// Reads: the particle's colour. Writes: this colour. One invocation: one pixel of one particle's point, or of half a
// line of a bond.

flat in vec3 v_colour;

out vec4 o_colour;

void main() {
  o_colour = vec4(v_colour, 1.0);
}
