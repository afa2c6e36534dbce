// Reads: the value of a point. Writes: the value to the texel that the point covers. One invocation: one point.

#include "texel/point_value.glsl"

flat in PointValue v_value;
layout(location = 0) out PointValue o_value;

void main() {
  o_value = v_value;
}
