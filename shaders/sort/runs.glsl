// Decodes a texel of runs (sort/link_runs.glsl). Functions.

#include "texel/id.glsl"

/// Returns the number of elements of the run that ends at this element, or 0 if no run ends here.
int runLength(vec4 run) {
  return int(run.a * 255.0 + 0.5);
}
