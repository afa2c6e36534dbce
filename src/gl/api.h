// The OpenGL functions, through GLEW. Everything that calls OpenGL includes this and nothing else
// for it.
#pragma once

#include <GL/glew.h>
