#include "render/box_outline.h"

#include "gl/debug.h"

namespace gpubuck::render {
namespace {

constexpr int kVerticesOfEdge = 6;

}  // namespace

BoxOutline::BoxOutline(const texel::Device& device)
    : device_(&device),
      program_(device.makeProgram(
          "render/box_outline",
          {{GL_VERTEX_SHADER, 330, device.shaders().load("render/box_outline.vert")},
           {GL_FRAGMENT_SHADER, 330, device.shaders().load("render/box_outline.frag")}})) {}

void BoxOutline::draw(const search::Box& box, const Camera& camera, const glm::vec2& viewport,
                      float lineWidth, float towardsEye, const glm::vec3& colour) {
  const gl::DebugGroup group(program_.label());
  const texel::Profiler::Scope scope(device_->profiler(), program_.label());
  const bool flat = box.dimensions == 2;
  program_.set("u_size", glm::vec3(box.size.x, box.size.y, flat ? 0.0 : box.size.z));
  program_.set("u_view", camera.view);
  program_.set("u_projection", camera.projection);
  program_.set("u_viewport", viewport);
  program_.set("u_lineWidth", lineWidth);
  program_.set("u_towardsEye", towardsEye);
  program_.set("u_colour", colour);
  program_.use();
  glBindVertexArray(device_->emptyVertexArray().id());
  glEnable(GL_DEPTH_TEST);
  glDrawArrays(GL_TRIANGLES, 0, kVerticesOfEdge * (flat ? 4 : 12));
  glDisable(GL_DEPTH_TEST);
  glBindVertexArray(0);
}

}  // namespace gpubuck::render
