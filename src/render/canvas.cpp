#include "render/canvas.h"

#include <array>

namespace gpubuck::render {

Canvas::Canvas(int width, int height)
    : texture_("canvas", GL_RGBA8, width, height), framebuffer_("canvas") {
  const std::array<const gl::Texture*, 1> target{&texture_};
  framebuffer_.bind(target);
}

void Canvas::show(int x, int y) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, width(), height(), x, y, x + width(), y + height(), GL_COLOR_BUFFER_BIT,
                    GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace gpubuck::render
