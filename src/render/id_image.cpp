#include "render/id_image.h"

#include <algorithm>
#include <array>

#include "render/colour_map.h"

namespace gpubuck::render {

IdImage::IdImage(const texel::Device& device)
    : pass_(device, "render/id_image", "texel/map_pass.vert", "render/id_image.frag",
            device.layoutPrologue() + rampPrologue()),
      readFramebuffer_("id texel") {}

const gl::Texture& IdImage::draw(const texel::IdArray& ids, IdShading shading,
                                 std::int64_t largest) {
  const int width = ids.texture().width();
  const int height = ids.texture().height();
  if (!picture_ || !picture_->hasSize(width, height)) picture_.emplace(width, height);
  pass_.set("u_largest", static_cast<float>(std::max<std::int64_t>(largest, 1)));
  glBindFramebuffer(GL_FRAMEBUFFER, picture_->framebuffer());
  glViewport(0, 0, width, height);
  pass_.drawViewport({{"u_ids", ids},
                      {"u_count", static_cast<int>(ids.count())},
                      {"u_shading", static_cast<int>(shading)}});
  return picture_->texture();
}

texel::IdTexel IdImage::read(const texel::IdArray& ids, int x, int y) {
  const std::array<const gl::Texture*, 1> source{&ids.texture()};
  readFramebuffer_.bind(source);
  texel::IdTexel value = 0;
  glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &value);
  return value;
}

}  // namespace gpubuck::render
