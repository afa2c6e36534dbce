// Counts particles in their cells, before ordered_arrange.glsl arranges them. The particles may be in any order.
// Compute only (OpenGL 4.3). Reads: the particles in their buffers. Writes: the outputs of ordered_count.glsl. One
// invocation: one of the particles u_first .. u_first + u_count - 1.

#include "dpd/fluid_of_particle.glsl"
#include "dpd/ordered_count.glsl"
#include "dpd/particle_buffers.glsl"
#include "texel/element.glsl"

void main() {
  int i = elementOfInvocation();
  if (i < 0) return;
  enterFluid(i);
  countParticle(i, positionOf(i), velocityOf(i), predictedOf(i));
}
