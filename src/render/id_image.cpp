#include "render/id_image.h"

#include <algorithm>

#include "render/colour_map.h"

namespace gpubuck::render {

IdImage::IdImage(const texel::Device& device)
    : device_(&device),
      pass_(device, {.name = "render/id_image",
                     .outputs = {{"o_colour", texel::Format::Id}},  // RGBA8
                     .prologue = rampPrologue()}) {}

const gl::Texture& IdImage::draw(const texel::IdArray& ids, IdShading shading,
                                 std::int64_t largest) {
  constexpr texel::IdTexel kBehindLast = 0xFF404040;
  if (!picture_ || picture_->count() != ids.count()) {
    picture_.emplace(*device_, "id picture", ids.count());
  }
  picture_->fill(kBehindLast);
  pass_.set("u_largest", static_cast<float>(std::max<std::int64_t>(largest, 1)));
  pass_.run(ids.count(), {{"u_ids", ids}, {"u_shading", static_cast<int>(shading)}},
            {{"o_colour", *picture_}});
  return picture_->texture();
}

}  // namespace gpubuck::render
