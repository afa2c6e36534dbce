#include "render/particle_view.h"

#include <string>

#include "base/error.h"
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

gl::Program compile(const texel::Device& device, const std::string& name,
                    std::span<const glm::vec3> colours) {
  const std::string prologue =
      device.layoutPrologue() + "const int kMaxColours = " + std::to_string(kMaxColours) + ";\n";
  gl::Program program = device.makeProgram(
      name, {{GL_VERTEX_SHADER, 330, device.shaders().load(name + ".vert", prologue)},
             {GL_FRAGMENT_SHADER, 330, device.shaders().load(name + ".frag")}});
  texel::assignUnits(program, {"u_position", "u_ownColours"});
  program.set("u_colours", colours);
  return program;
}

void prepare(gl::Program& program, const texel::Array& position, const Camera& camera,
             const ParticleStyle& style) {
  const texel::Array* const colours = style.colours;
  if (colours != nullptr &&
      (colours->format() != texel::Format::Vec4 || colours->count() < position.count())) {
    throw RunError(colours->label(), "does not fit " + position.label());
  }
  program.set("u_view", camera.view);
  program.set("u_projection", camera.projection);
  program.set("u_depthRange", glm::vec2(camera.nearDepth, camera.farDepth));
  program.set("u_background", style.background);
  program.set("u_low", style.low);
  program.set("u_high", style.high);
  program.set("u_hidden", maskOf(style.hidden));
  program.set("u_byOwnColour", colours != nullptr ? 1 : 0);
  texel::bindInputs({&position, colours != nullptr ? colours : &position});
}

}  // namespace

ParticleView::ParticleView(const texel::Device& device, std::span<const glm::vec3> colours)
    : device_(&device),
      spheres_(compile(device, "render/particles", colours)),
      points_(compile(device, "render/points", colours)) {}

void ParticleView::draw(const texel::Array& position, const Camera& camera,
                        const ParticleStyle& style, int viewportHeight) {
  const gl::DebugGroup group(spheres_.label());
  const texel::Profiler::Scope scope(device_->profiler(), spheres_.label());
  prepare(spheres_, position, camera, style);
  spheres_.set("u_radius", style.radius);
  spheres_.set("u_pixelsPerUnit",
               camera.projection[1][1] * 0.5f * static_cast<float>(viewportHeight));
  spheres_.use();
  glBindVertexArray(device_->emptyVertexArray().id());
  glEnable(GL_DEPTH_TEST);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(position.count()));
  glDisable(GL_DEPTH_TEST);
  glBindVertexArray(0);
}

void ParticleView::drawPoints(const texel::Array& position, const Camera& camera,
                              const ParticleStyle& style, float pointSize) {
  const gl::DebugGroup group(points_.label());
  const texel::Profiler::Scope scope(device_->profiler(), points_.label());
  prepare(points_, position, camera, style);
  points_.set("u_pointSize", pointSize);
  points_.use();
  glBindVertexArray(device_->emptyVertexArray().id());
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_PROGRAM_POINT_SIZE);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(position.count()));
  glDisable(GL_PROGRAM_POINT_SIZE);
  glDisable(GL_DEPTH_TEST);
  glBindVertexArray(0);
}

}  // namespace gpubuck::render
