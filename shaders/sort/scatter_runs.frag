// Reads: the element's id. Writes: it, into the head texture. One invocation: one point.

flat in vec4 v_id;
layout(location = 0) out vec4 o_head;

void main() {
  o_head = v_id;
}
