// Reads: the value of a point. Writes: the value to the texel that the point covers. One invocation: one point.

flat in vec4 v_value;
layout(location = 0) out vec4 o_value;

void main() {
  o_value = v_value;
}
