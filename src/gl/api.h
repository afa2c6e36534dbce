// The OpenGL functions, through GLEW. What calls OpenGL includes no other header of it.
#pragma once

#include <GL/glew.h>
