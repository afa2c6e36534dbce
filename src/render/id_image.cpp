#include "render/id_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "gl/debug.h"
#include "render/ramp.h"
#include "texel/map_pass.h"

namespace gpubuck::render {
IdImage::IdImage(const texel::Device& device)
    : device_(&device),
      program_(device.makeProgram(
          "render/id_image", {{GL_VERTEX_SHADER, 330, device.shaders().load("texel/map_pass.vert")},
                              {GL_FRAGMENT_SHADER, 330,
                               device.shaders().load("render/id_image.frag",
                                                     device.layoutPrologue() + rampPrologue())}})),
      pictureFramebuffer_("id picture"),
      readFramebuffer_("id texel") {
  texel::assignUnits(program_, {"u_ids"});
}

const gl::Texture& IdImage::draw(const texel::Array& ids, IdShading shading, std::int64_t largest) {
  ids.requireFormat(texel::Format::Id);
  if (largest < 0) throw InputError("largest id", fmt::format("{} is below 0", largest));
  const gl::DebugGroup group(program_.label());
  const texel::Profiler::Scope scope(device_->profiler(), program_.label());
  const int width = ids.texture().width();
  const int height = ids.texture().height();
  if (!picture_ || picture_->width() != width || picture_->height() != height) {
    picture_.emplace("id picture", GL_RGBA8, width, height);
  }
  program_.set("u_count", static_cast<int>(ids.count()));
  program_.set("u_shading", static_cast<int>(shading));
  program_.set("u_largest", static_cast<float>(std::max<std::int64_t>(largest, 1)));
  program_.use();
  texel::bindInputs({&ids});
  const std::array<const gl::Texture*, 1> target{&*picture_};
  pictureFramebuffer_.bind(target);
  glViewport(0, 0, width, height);
  glBindVertexArray(device_->emptyVertexArray().id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindVertexArray(0);
  return *picture_;
}

texel::IdTexel IdImage::read(const texel::Array& ids, int x, int y) {
  ids.requireFormat(texel::Format::Id);
  if (x < 0 || y < 0 || x >= ids.texture().width() || y >= ids.texture().height()) {
    throw RunError(ids.label(), fmt::format("has no texel {}, {}", x, y));
  }
  const std::array<const gl::Texture*, 1> source{&ids.texture()};
  readFramebuffer_.bind(source);
  texel::IdTexel value = 0;
  glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &value);
  return value;
}

}  // namespace gpubuck::render
