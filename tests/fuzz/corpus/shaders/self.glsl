#include "user.glsl"
