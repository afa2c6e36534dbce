// Reads: the particle's place. Writes: it. One invocation: one point.

flat in vec4 v_place;
layout(location = 0) out vec4 o_found;

void main() {
  o_found = v_place;
}
