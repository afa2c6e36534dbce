#include "render/frame_renderer.h"

#include "gl/debug.h"
#include "render/colour_map.h"

namespace gpubuck::render {
namespace {

constexpr glm::vec3 kPaper(1.0f);

}  // namespace

FrameRenderer::FrameRenderer(const texel::Device& device, const scenario::Scenario& scenario,
                             const glm::ivec2& size)
    : look_{.view = scenario.view, .background = kPaper},
      scene_(device, scenario.fluid.box, speciesColours(scenario.fluid.species), 2),
      overlay_(scenario),
      canvas_(size.x, size.y) {}

Image FrameRenderer::draw(const texel::Vec4Array& position, std::int64_t step, double time) {
  const gl::DebugGroup group("frame");
  const int column = Overlay::columnWidth(canvas_.width(), canvas_.height());
  clearFramebuffer(canvas_.width(), canvas_.height(), kPaper, canvas_.framebuffer());
  scene_.draw(position, look_, {column, 0, canvas_.width() - column, canvas_.height()},
              canvas_.framebuffer());
  Image image = canvas_.read();
  overlay_.draw(image, step, time);
  gl::throwOnError("frame");
  return image;
}

}  // namespace gpubuck::render
