// Reads: the following element. Writes: it, into the next texture. One invocation: one point.

flat in vec4 v_next;
layout(location = 0) out vec4 o_next;

void main() {
  o_next = v_next;
}
