#include "none.glsl"
