// Reads: the value of a particle in a layer. Writes: the cell's share of the value, to be added up. The share falls
// linearly from 1 at the particle's place to 0 a cell away. One invocation: one cell of one particle.

flat in vec4 v_value;
flat in vec2 v_place;

out vec4 o_value;

void main() {
  vec2 share = max(1.0 - abs(gl_FragCoord.xy - v_place), vec2(0.0));
  o_value = v_value * (share.x * share.y);
}
