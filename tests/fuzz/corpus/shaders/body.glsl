#include "texel/id.glsl"
  # include "sort/update_next.glsl" // twice
void run(int i) {}
