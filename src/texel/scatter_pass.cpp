#include "texel/scatter_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "gl/debug.h"
#include "texel/map_pass.h"

namespace gpubuck::texel {
namespace {

/// Mesa's llvmpipe lets a vertex shader read a texture that is still being cleared or drawn into,
/// unless a texture was bound anew since the last draw.
void unbindTextures(GLenum units) {
  for (GLenum unit = 0; unit < units; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, 0);
  }
}

}  // namespace

ScatterPass::ScatterPass(const Device& device, const ScatterPassInfo& info)
    : device_(&device),
      info_(info),
      program_(device.makeProgram(
          info.name,
          {{GL_VERTEX_SHADER, 330,
            device.shaders().load(info.name + ".vert", device.layoutPrologue() + info.prologue)},
           {GL_FRAGMENT_SHADER, 330,
            device.shaders().load(info.name + ".frag", device.layoutPrologue() + info.prologue)}})),
      framebuffer_(info.name) {
  assignUnits(program_, info_.inputs);
}

void ScatterPass::check(const Array& target, std::initializer_list<const Array*> inputs,
                        std::span<const PointBatch> batches) const {
  if (inputs.size() != info_.inputs.size()) {
    throw RunError("pass " + info_.name, fmt::format("was given {} inputs: it takes {}",
                                                     inputs.size(), info_.inputs.size()));
  }
  if (std::ranges::find(inputs, &target) != inputs.end()) {
    throw RunError("pass " + info_.name,
                   fmt::format("array {} is both read and written", target.label()));
  }
  for (const PointBatch& batch : batches) requireRange(info_.name, {batch.first, batch.count});
}

void ScatterPass::run(Array& target, std::initializer_list<const Array*> inputs,
                      const gl::Buffer* attribute, const gl::Buffer* order,
                      std::span<const PointBatch> batches) {
  check(target, inputs, batches);
  const gl::DebugGroup group(info_.name);
  const Profiler::Scope scope(device_->profiler(), info_.name);
  const std::array<const gl::Texture*, 1> colours{&target.texture()};
  framebuffer_.bind(colours);
  glViewport(0, 0, target.texture().width(), target.texture().height());
  program_.set("u_targetHeight", target.texture().height());
  program_.use();
  unbindTextures(static_cast<GLenum>(inputs.size()));
  bindInputs(inputs);
  glBindVertexArray(vertexArray_.id());
  if (attribute != nullptr) {
    glBindBuffer(GL_ARRAY_BUFFER, attribute->id());
    glEnableVertexAttribArray(0);
    glVertexAttribIPointer(0, 4, GL_UNSIGNED_BYTE, 4, nullptr);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
  } else {
    glDisableVertexAttribArray(0);
  }
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, order != nullptr ? order->id() : 0);
  for (const PointBatch& batch : batches) {
    if (batch.drawn != nullptr) batch.drawn->begin();
    if (order != nullptr) {
      glDrawElements(GL_POINTS, static_cast<GLsizei>(batch.count), GL_UNSIGNED_INT,
                     reinterpret_cast<const void*>(batch.first * 4));
    } else {
      glDrawArrays(GL_POINTS, static_cast<GLint>(batch.first), static_cast<GLsizei>(batch.count));
    }
    if (batch.drawn != nullptr) batch.drawn->end();
  }
  glBindVertexArray(0);
}

}  // namespace gpubuck::texel
