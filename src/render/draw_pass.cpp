#include "render/draw_pass.h"

namespace gpubuck::render {

DrawPass::DrawPass(const texel::Device& device, const std::string& name, const std::string& vertex,
                   const std::string& fragment, const std::string& prologue)
    : Pass(device, name,
           {{GL_VERTEX_SHADER, 330, device.shaders().load(vertex, prologue)},
            {GL_FRAGMENT_SHADER, 330, device.shaders().load(fragment, prologue)}}) {}

void DrawPass::drawViewport(const std::vector<texel::Input>& inputs) {
  draw(GL_TRIANGLES, 3, 1, inputs);
}

void DrawPass::drawInDepth(GLenum mode, std::int64_t vertices, std::int64_t instances,
                           const std::vector<texel::Input>& inputs) {
  glEnable(GL_DEPTH_TEST);
  draw(mode, vertices, instances, inputs);
  glDisable(GL_DEPTH_TEST);
}

void DrawPass::draw(GLenum mode, std::int64_t vertices, std::int64_t instances,
                    const std::vector<texel::Input>& inputs) {
  check(inputs, {});
  const Scope running = scope();
  use(inputs);
  glBindVertexArray(device().emptyVertexArray().id());
  glDrawArraysInstanced(mode, 0, static_cast<GLsizei>(vertices), static_cast<GLsizei>(instances));
  glBindVertexArray(0);
}

}  // namespace gpubuck::render
