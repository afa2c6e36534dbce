// Reads: the particle's colour. Writes: this colour. One invocation: one pixel of a particle's point, or of the line of
// half a bond.

flat in vec3 v_colour;

out vec4 o_colour;

void main() {
  o_colour = vec4(v_colour, 1.0);
}
