// Reads: the place on the particle's disc. Writes: the length of the line of sight within its sphere, to be added up.
// One invocation: one fragment of one particle.

in vec2 v_disc;
flat in vec3 v_colour;
flat in vec2 v_centreRadius;

out vec4 o_thickness;

void main() {
  float across = dot(v_disc, v_disc);
  if (across > 1.0) discard;
  o_thickness = vec4(2.0 * v_centreRadius.y * sqrt(1.0 - across));
}
