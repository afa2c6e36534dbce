// What a texel of runs says (sort/link_runs.glsl). Functions.

#include "texel/id.glsl"

/// How many elements the run has that ends at this one; 0: none ends here.
int runLength(vec4 run) {
  return int(run.a * 255.0 + 0.5);
}
