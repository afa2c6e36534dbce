// Reads: the point's number. Writes: it. One invocation: one point.

flat in vec4 v_id;
layout(location = 0) out vec4 o_id;

void main() {
  o_id = v_id;
}
