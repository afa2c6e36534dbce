// Changes particles in place in buffers, each particle independently of all other particles. Compute only (OpenGL 4.3).
// Reads and writes: b_position, b_velocity and b_predicted. These buffers get the values that the body assigns to
// o_position, o_velocity and o_predicted; values that the body does not assign stay the same. One invocation: one of
// the particles u_first .. u_first + u_count - 1.

#include "dpd/particle_buffers.glsl"
#include "texel/element.glsl"

vec4 o_position;
vec4 o_velocity;
vec4 o_predicted;

/// The body defines this function.
void run(int i);

void main() {
  int i = elementOfInvocation();
  if (i < 0) return;
  o_position = positionOf(i);
  o_velocity = velocityOf(i);
  o_predicted = predictedOf(i);
  run(i);
  b_position[i] = o_position;
  b_velocity[i] = o_velocity;
  b_predicted[i] = o_predicted;
}
