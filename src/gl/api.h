// The OpenGL functions, through GLEW; in a browser those of WebGL 2. Code that calls OpenGL
// includes no other header for it. gl/context.h says which of them the current context has.
#pragma once

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>

#include "gl/desktop_names.h"
#else
#include <GL/glew.h>
#endif
