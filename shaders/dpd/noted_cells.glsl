// Brings noted cells (note_cells.glsl) into the present order of the particles. Compute only (OpenGL 4.3).
// Reads: u_predicted, which has the id in w; b_cellOfId. Writes: o_mapping, the cell noted for each particle. One
// invocation: one particle.

#include "texel/id.glsl"

uniform sampler2D u_predicted;

void run(int i) {
  o_mapping = encodeId(int(b_cellOfId[int(texelFetch(u_predicted, texelOf(i), 0).w)]), 1.0);
}
