// Reads: the place on the particle's disc. Writes: the depth of the disc, which faces the light and casts the same
// shadow as the sphere, but no shadow on the sphere's own lit side. One invocation: one fragment of one particle;
// outside of the disc it writes nothing.

in vec2 v_disc;
flat in vec3 v_colour;
flat in vec2 v_centreRadius;

void main() {
  if (dot(v_disc, v_disc) > 1.0) discard;
}
