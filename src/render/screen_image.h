// What else a window needs of OpenGL: clearing it, and copying its picture to main memory.
#pragma once

#include <glm/vec3.hpp>

#include "base/image.h"

namespace gpubuck::render {

/// Fills a framebuffer (0: the window's) of this size with a colour, sRGB in 0..1. Leaves it bound
/// with the viewport over all of it, and the scissor test off.
void clearFramebuffer(int width, int height, const glm::vec3& colour, unsigned framebuffer = 0);

/// The first `width` x `height` pixels from the bottom left corner of a framebuffer; for a window
/// those of its back buffer, so call it before they are shown. Waits for the GPU.
Image readFramebuffer(int width, int height, unsigned framebuffer = 0);

}  // namespace gpubuck::render
