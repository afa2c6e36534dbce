// The OpenGL functions, through GLEW. Everything that calls OpenGL includes this and no other
// OpenGL header.
#pragma once

#include <GL/glew.h>
