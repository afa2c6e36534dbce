#include "render/backdrop.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/matrix.hpp>

#include "render/colour_map.h"

namespace gpubuck::render {
namespace {

// Distance at which the floor has faded to 1 / e, in units of the longest side of the box.
constexpr double kFloorExtent = 0.75;
constexpr double kMostLines = 20.0;

}  // namespace

double gridSpacing(double longestSide) {
  const double least = longestSide / kMostLines;
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= least) return step * power;
  }
  return 10.0 * power;
}

Backdrop::Backdrop(const texel::Device& device, const cells::Box& box)
    : box_(box),
      keeps_(device.isSoftware()),
      pass_(device, "render/backdrop", "render/backdrop.vert", "render/backdrop.frag"),
      framebuffer_("backdrop") {}

void Backdrop::draw(const Camera& camera, const SceneLook& look, const Samples& target,
                    unsigned framebuffer, const glm::ivec2& size, int first) {
  const glm::ivec2 part(target.colour.width(), target.colour.height());
  const Key key{camera.view,
                camera.projection,
                {camera.nearDepth, camera.farDepth},
                look.background,
                look.shadows,
                size,
                first};
  if (!keeps_) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(-first, 0, size.x, size.y);
    shade(key);
    return;
  }
  const bool fits = kept_ && kept_->hasSize(part.x, part.y);
  if (!fits) kept_.reset();  // frees the memory for the new picture
  if (!fits) kept_.emplace(part.x, part.y);
  framebuffer_.bind(std::array<const gl::Texture*, 1>{&kept_->colour}, &kept_->depth);
  glViewport(-first, 0, size.x, size.y);
  if (!fits || !(key == keptKey_)) shade(key);
  keptKey_ = key;
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glBlitFramebuffer(0, 0, part.x, part.y, 0, 0, part.x, part.y,
                    GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

void Backdrop::shade(const Key& key) {
  const glm::vec3 eye(glm::inverse(key.view)[3]);
  const double longest = std::max({box_.size.x, box_.size.y, box_.size.z});
  pass_.set("u_view", key.view);
  pass_.set("u_projection", key.projection);
  pass_.set("u_depthRange", key.depthRange);
  pass_.set("u_background", key.background);
  pass_.set("u_contrast", contrastTo(key.background));
  pass_.set("u_hasFloor", box_.dimensions == 3 && eye.z > 0.0f ? 1 : 0);
  pass_.set("u_marksLight", key.marksLight ? 1 : 0);
  pass_.set("u_middle", 0.5f * glm::vec2(box_.size));
  pass_.set("u_extent", static_cast<float>(kFloorExtent * longest));
  pass_.set("u_spacing", static_cast<float>(gridSpacing(longest)));
  constexpr int kTriangle = 3;
  glDepthFunc(GL_ALWAYS);
  pass_.drawInDepth(GL_TRIANGLES, kTriangle, 1, {});
  glDepthFunc(GL_LESS);
}

}  // namespace gpubuck::render
