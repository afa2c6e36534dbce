#include "render/particle_view.h"

#include <string>

#include "gl/debug.h"
#include "render/colour_map.h"
#include "texel/map_pass.h"

namespace gpubuck::render {
namespace {

GLuint maskOf(const std::vector<int>& species) {
  GLuint mask = 0;
  for (const int k : species) mask |= 1u << k;
  return mask;
}

}  // namespace

ParticleView::ParticleView(const texel::Device& device, std::span<const glm::vec3> colours)
    : device_(&device),
      program_("render/particles",
               {{GL_VERTEX_SHADER, 330,
                 device.shaders().load("render/particles.vert",
                                       device.layoutPrologue() + "const int kMaxColours = " +
                                           std::to_string(kMaxColours) + ";\n")},
                {GL_FRAGMENT_SHADER, 330, device.shaders().load("render/particles.frag")}}) {
  texel::assignUnits(program_, {"u_position"});
  for (std::size_t k = 0; k < colours.size(); ++k) {
    program_.set(("u_colours[" + std::to_string(k) + "]").c_str(), colours[k]);
  }
}

void ParticleView::draw(const texel::Array& position, const Camera& camera,
                        const ParticleStyle& style, int viewportHeight) {
  const gl::DebugGroup group("render/particles");
  program_.set("u_view", camera.view);
  program_.set("u_projection", camera.projection);
  program_.set("u_radius", style.radius);
  program_.set("u_pixelsPerUnit",
               camera.projection[1][1] * 0.5f * static_cast<float>(viewportHeight));
  program_.set("u_depthRange", glm::vec2(camera.nearDepth, camera.farDepth));
  program_.set("u_background", style.background);
  program_.set("u_low", style.low);
  program_.set("u_high", style.high);
  program_.set("u_hidden", maskOf(style.hidden));
  texel::bindInputs({&position});
  glBindVertexArray(device_->emptyVertexArray().id());
  glEnable(GL_DEPTH_TEST);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(position.count()));
  glDisable(GL_DEPTH_TEST);
  glBindVertexArray(0);
}

}  // namespace gpubuck::render
