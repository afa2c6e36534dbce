#include "render/draw_pass.h"

#include "gl/debug.h"
#include "texel/map_pass.h"

namespace gpubuck::render {

DrawPass::DrawPass(const texel::Device& device, const std::string& name, const std::string& vertex,
                   const std::string& fragment, const std::string& prologue,
                   const std::vector<std::string>& samplers)
    : device_(&device),
      program_(device.makeProgram(
          name, {{GL_VERTEX_SHADER, 330, device.shaders().load(vertex, prologue)},
                 {GL_FRAGMENT_SHADER, 330, device.shaders().load(fragment, prologue)}})) {
  texel::assignUnits(program_, samplers);
}

void DrawPass::drawViewport() { draw(GL_TRIANGLES, 3, 1); }

void DrawPass::drawInDepth(GLenum mode, std::int64_t vertices, std::int64_t instances) {
  glEnable(GL_DEPTH_TEST);
  draw(mode, vertices, instances);
  glDisable(GL_DEPTH_TEST);
}

void DrawPass::draw(GLenum mode, std::int64_t vertices, std::int64_t instances) {
  const gl::DebugGroup group(program_.label());
  const texel::Profiler::Scope scope(device_->profiler(), program_.label());
  program_.use();
  glBindVertexArray(device_->emptyVertexArray().id());
  glDrawArraysInstanced(mode, 0, static_cast<GLsizei>(vertices), static_cast<GLsizei>(instances));
  glBindVertexArray(0);
}

}  // namespace gpubuck::render
