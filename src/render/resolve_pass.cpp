#include "render/resolve_pass.h"

#include <string>

#include "gl/debug.h"

namespace gpubuck::render {
namespace {

constexpr float kStrength = 0.8f;

}  // namespace

ResolvePass::ResolvePass(const texel::Device& device, int sampling)
    : device_(&device),
      program_(device.makeProgram(
          "render/resolve",
          {{GL_VERTEX_SHADER, 330, device.shaders().load("texel/map_pass.vert")},
           {GL_FRAGMENT_SHADER, 330,
            device.shaders().load("render/resolve.frag",
                                  "const int kSampling = " + std::to_string(sampling) + ";\n")}})) {
  program_.set("u_colour", 0);
  program_.set("u_depth", 1);
}

void ResolvePass::run(const gl::Texture& colour, const gl::Texture& depth, const Camera& camera,
                      int viewportHeight, float reach, const glm::ivec2& corner) {
  const gl::DebugGroup group(program_.label());
  const texel::Profiler::Scope scope(device_->profiler(), program_.label());
  program_.set("u_corner", corner);
  program_.set("u_projection", camera.projection);
  program_.set("u_reach", reach);
  program_.set("u_samplesPerUnit",
               camera.projection[1][1] * 0.5f * static_cast<float>(viewportHeight));
  program_.set("u_strength", kStrength);
  program_.use();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, colour.id());
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, depth.id());
  glActiveTexture(GL_TEXTURE0);
  glBindVertexArray(device_->emptyVertexArray().id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindVertexArray(0);
}

}  // namespace gpubuck::render
