// Reads: the element's next. Writes: it, into the next texture. One invocation: one point.

flat in vec4 v_id;
layout(location = 0) out vec4 o_next;

void main() {
  o_next = v_id;
}
