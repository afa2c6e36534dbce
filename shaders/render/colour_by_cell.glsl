// Reads: the mapping. Writes: a colour that depends only on the number of the particle's cell, so that
// cells show as blocks. One invocation: one particle.

#include "texel/id.glsl"

uniform sampler2D u_mapping;

// Returns random bits that depend only on `number`: the output of a PCG generator of 32 bits (Jarzynski and Olano,
// "Hash Functions for GPU Rendering", JCGT 9(3), 2020).
uint hash(uint number) {
  uint state = number * 747796405u + 2891336453u;
  uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

void run(int i) {
  uint bits = hash(uint(fetchId(u_mapping, i)));
  float hue = float(bits & 0xFFFFu) / 65536.0;
  float saturation = 0.35 + 0.50 * float((bits >> 16) & 0xFFu) / 255.0;
  float value = 0.55 + 0.45 * float(bits >> 24) / 255.0;
  vec3 full = clamp(abs(fract(hue + vec3(0.0, 2.0, 1.0) / 3.0) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
  o_colour = vec4(value * mix(vec3(1.0), full, saturation), 1.0);
}
